import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { ExpectedError } from '../../engine/expected-error.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { readTables } from '../../locomo/tables/read-tables.ts';
import { areRight, labelJson, labelReport, labelText } from '../../report/label-report.ts';
import type { BuildCommand } from '../build-command.ts';
import { print } from '../streams.ts';

interface Flags {
  readonly tolerance?: number;
  readonly json?: boolean;
}

/** `pipeline verify-table <file>`. */
export const verifyTableCommand: BuildCommand = () =>
  new Command()
    .description(
      'Tells which names of the categories the question counts allow: the overall must be the average over questions.',
    )
    .argument(
      '<file>',
      'a JSON, CSV or Markdown table of scores by category; `published` for the paper’s own',
    )
    .option(
      '--tolerance <points>',
      'how far overall and average may differ (default: by rounding)',
      toleranceArgument,
    )
    .option('--json', 'print one object')
    .action((file: string, { tolerance, json }: Flags) => {
      const reports = readTables(readTableFile(file), file).map((table) => labelReport(table, tolerance));
      const isRight = areRight(reports);
      if (json === true) print(JSON.stringify({ right: isRight, tables: reports.map(labelJson) }));
      else print(reports.map(labelText).join('\n\n'));
      process.exitCode = isRight === null ? 1 : isRight ? 0 : 3;
    });

function toleranceArgument(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('Expected a number of points, such as 0.1.');
  return Number(text);
}

function readTableFile(file: string): Uint8Array {
  try {
    return readFileSync(file === 'published' ? join(packageRoot, 'data', 'published.json') : file);
  } catch (error) {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    throw new ExpectedError(
      {
        code: 'table-file',
        message: `Expected a file with a table, found ${isFolder ? 'a folder' : 'none that can be read'}.`,
        where: resolve(file),
        remedy: 'Give the path of a JSON, CSV or Markdown file, or `published`.',
      },
      { cause: error },
    );
  }
}
