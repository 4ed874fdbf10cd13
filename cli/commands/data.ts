import { relative } from 'node:path';
import { Argument, Command } from 'commander';
import { categoryLabel } from '../../locomo/categories.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { reportDataset, type DatasetReport } from '../../locomo/dataset/report.ts';
import { fetchFile, type FetchEvent } from '../../locomo/fetch.ts';
import { publishedFiles, type PublishedName } from '../../locomo/published-files.ts';
import { alignLeft } from '../../report/columns.ts';
import { percent } from '../../report/percent.ts';
import type { BuildCommand } from '../build-command.ts';
import { openDataFile } from '../data-file.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { print, tell } from '../streams.ts';

interface CheckFlags {
  readonly list?: boolean;
  readonly json?: boolean;
}

interface FetchFlags {
  readonly to: string;
  readonly from?: string;
}

/** `pipeline data check` and `pipeline data fetch`. */
export const dataCommand: BuildCommand = () => {
  const command = new Command().description('Checks data files and fetches the released ones.');
  command
    .command('check')
    .summary('count what a data file holds and tell what is repaired')
    .argument('<file>', 'conversations and questions in the LoCoMo format')
    .option('--list', 'list each repair')
    .option('--json', 'print one object')
    .action(check);
  command
    .command('fetch')
    .summary('bring a released file, checked by size and digest')
    .addArgument(
      new Argument('[name]', 'which file').choices(Object.keys(publishedFiles)).default('locomo10'),
    )
    .option('--to <folder>', 'where to put it', 'data')
    .option('--from <address>', 'address of the folder that holds it, in place of the publisher’s')
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
    `${passages} passages`,
    `${percent(released.mean)} % of the evidence of ${released.questions} questions can be found`,
  ]);
  const repairs = report.repairs.map(({ kind, meaning, count }) => [`  ${count}`, kind, meaning]);
  return [
    `${samples} samples, ${sessions} sessions, ${turns} turns, ${questions} questions, ${observations} observations, ${summaries} summaries`,
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
    const base = from === undefined ? {} : { base: from.endsWith('/') ? from : `${from}/` };
    const path = await fetchFile({
      name,
      folder: to,
      ...base,
      signal: interrupts.stopping,
      report: tellFetch,
    });
    print(relative(process.cwd(), path) || path);
  } finally {
    interrupts.dispose();
  }
}

function tellFetch(event: FetchEvent): void {
  switch (event.kind) {
    case 'present':
      return tell(`${event.path} is there already, and is the released file.`);
    case 'fetching':
      return tell(`Fetching ${event.address} (${(event.bytes / 1e6).toFixed(1)} MB) …`);
    case 'stored':
      return tell(`Stored ${event.path}; licence CC BY-NC 4.0, by its publisher.`);
  }
}
