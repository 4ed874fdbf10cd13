import { Argument, Command } from 'commander';
import { shownPath } from '../../engine/shown.ts';
import { categoryLabel } from '../../locomo/categories.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { reportDataset, type DatasetReport } from '../../locomo/dataset/report.ts';
import { fetchFile, type FetchEvent } from '../../locomo/fetch.ts';
import { publishedFiles, type PublishedName } from '../../locomo/published-files.ts';
import { createDownloadFetch } from '../../models/remote/download-fetch.ts';
import { withDotEnv } from '../../models/remote/dot-env.ts';
import { alignLeft } from '../../report/columns.ts';
import { counted } from '../../report/counted.ts';
import { percent } from '../../report/percent.ts';
import { sizeText } from '../../report/size.ts';
import { addressArgument, pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { openDataFile } from '../data-file.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { print, tell } from '../streams.ts';
import { lintCommand } from './data-lint.ts';

interface CheckFlags {
  readonly list?: boolean;
  readonly json?: boolean;
}

interface FetchFlags {
  readonly to: string;
  readonly from?: string;
}

/** `pipeline data check`, `pipeline data lint` and `pipeline data fetch`. */
export const dataCommand: BuildCommand = () => {
  const command = new Command().description(
    'Checks data files and what is remembered in them, and fetches the released ones.',
  );
  command
    .command('check')
    .summary('count what a data file holds and tell what is repaired')
    .argument('<file>', 'conversations and questions in the LoCoMo format')
    .option('--list', 'list each repair')
    .option('--json', 'print one object')
    .action(check);
  command.addCommand(lintCommand());
  command
    .command('fetch')
    .summary('bring a released file, checked by size and digest')
    .addArgument(
      new Argument('[name]', 'which file').choices(Object.keys(publishedFiles)).default('locomo10'),
    )
    .option('--to <folder>', 'where to put it', pathArgument, 'data')
    .option(
      '--from <address>',
      'address of the folder that holds it, in place of the publisher’s',
      addressArgument,
    )
    .action(fetch);
  return command;
};

function check(path: string, flags: CheckFlags): void {
  const file = openDataFile(path);
  const dataset = loadDataset(file.bytes, path);
  const report = reportDataset(dataset);
  if (flags.json === true) {
    print(JSON.stringify({ file: path, identity: file.identity, ...report, list: dataset.repairs }));
    return;
  }
  print(reportText(report));
  if (dataset.repairs.length === 0) return;
  if (flags.list !== true) return print('\n--list shows each of them.');
  const rows = dataset.repairs.map(({ kind, sampleId, place, found, used }) => [
    `  ${sampleId} ${place}`,
    kind,
    used === null ? JSON.stringify(found) : `${JSON.stringify(found)} → ${JSON.stringify(used)}`,
  ]);
  print(`\n${alignLeft(rows)}`);
}

function reportText(report: DatasetReport): string {
  const { samples, sessions, turns, observations, summaries, questions } = report;
  const categories = report.questionsByCategory.map(
    ({ category, questions: count }) => `  ${categoryLabel(category, count)}`,
  );
  const databases = report.databases.map(({ database, passages, released }) => [
    `  ${database}`,
    counted(passages, 'passage'),
    `${percent(released.mean)} % of the evidence of ${counted(released.questions, 'question')} can be found`,
  ]);
  const repairs = report.repairs.map(({ kind, meaning, count }) => [`  ${count}`, kind, meaning]);
  return [
    [
      counted(samples, 'sample'),
      counted(sessions, 'session'),
      counted(turns, 'turn'),
      counted(questions, 'question'),
      counted(observations, 'observation'),
      summaries === 1 ? '1 summary' : `${summaries} summaries`,
    ].join(', '),
    '',
    'questions by category',
    ...categories,
    '',
    'databases',
    alignLeft(databases),
    '',
    repairs.length === 0 ? 'Nothing had to be repaired.' : `repaired or worth knowing\n${alignLeft(repairs)}`,
  ].join('\n');
}

async function fetch(name: PublishedName, { to, from }: FetchFlags): Promise<void> {
  const interrupts = listenForInterrupts();
  try {
    const path = await fetchFile({
      name,
      folder: to,
      ...(from === undefined ? {} : { base: from }),
      fetch: createDownloadFetch(withDotEnv(process.env, process.cwd())),
      signal: interrupts.stopping,
      report: tellFetch,
    });
    print(shownPath(path));
  } finally {
    interrupts.dispose();
  }
}

function tellFetch(event: FetchEvent): void {
  switch (event.kind) {
    case 'present':
      return tell(`${event.path} is there already, and is the released file.`);
    case 'fetching':
      return tell(`Fetching ${event.address} (${sizeText(event.bytes)}) …`);
    case 'resuming':
      return tell(`Going on behind ${sizeText(event.have)} of ${sizeText(event.bytes)} …`);
    case 'waiting':
      return tell(`Waiting for ${event.owner}, which is fetching the same.`);
    case 'stored':
      return tell(`Stored ${event.path}; licence CC BY-NC 4.0, by its publisher.`);
  }
}
