import { Command } from 'commander';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { lintMemories } from '../../locomo/lint/report.ts';
import { driftTable } from '../../report/drift-table.ts';
import { findingsText, lintText } from '../../report/lint-table.ts';
import { pathArgument } from '../arguments.ts';
import { openDataFile } from '../data-file.ts';
import { readRemembered, type MemoryFiles } from '../read-remembered.ts';
import { print, tell } from '../streams.ts';

interface LintFlags extends MemoryFiles {
  readonly list?: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
}

/** `pipeline data lint <file>`: exit code 0 whatever is found, 1 with `--strict` where something is. */
export function lintCommand(): Command {
  return new Command('lint')
    .summary('hold observations and summaries against the conversations that they are drawn from')
    .argument('<file>', 'conversations and questions in the LoCoMo format')
    .option('--observations <file>', 'lint these observations, in place of those of the file', pathArgument)
    .option('--summaries <file>', 'lint these summaries, in place of those of the file', pathArgument)
    .option('--against <file>', 'tell how the observations differ from these', pathArgument)
    .option('--list', 'show each finding')
    .option('--json', 'print one object')
    .option('--strict', 'exit with 1 where something is found')
    .action(lint);
}

function lint(path: string, { list, json, strict, ...files }: LintFlags): void {
  const file = openDataFile(path);
  const dataset = loadDataset(file.bytes, path);
  const report = lintMemories(readRemembered(file, dataset, files));
  const findings = report.databases.flatMap((database) => database.findings);
  if (strict === true && findings.length > 0) process.exitCode = 1;
  if (json === true)
    return print(JSON.stringify({ file: path, ...files, identity: file.identity, ...report }));
  if (report.databases.length === 0) return print('There are no observations and no summaries.');
  for (const { database, samples } of report.databases) {
    const without = dataset.samples.map(({ sampleId }) => sampleId).filter((id) => !samples.includes(id));
    if (without.length > 0) tell(`Without any ${database}, and left out: ${without.join(', ')}.`);
  }
  if (files.against !== undefined && report.drift.length === 0)
    tell(`Nothing to compare: ${files.against} has no observations of these conversations.`);
  print(lintText(report));
  if (list !== true) return findings.length === 0 ? undefined : print('\n--list shows each finding.');
  if (findings.length > 0) print(`\n${findingsText(findings)}`);
  if (report.drift.length > 0) print(`\n${driftTable(report.drift, 'session')}`);
}
