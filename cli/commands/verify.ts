import { Command } from 'commander';
import { shownPath, shownValue } from '../../engine/shown.ts';
import { counted } from '../../report/counted.ts';
import type { Difference, Findings } from '../../report/verification/findings.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { openRecord } from '../recorded-run.ts';
import { print } from '../streams.ts';
import { dataOfRun } from '../verification/data-of-run.ts';
import { verifyRun } from '../verification/verify-run.ts';

interface Flags {
  readonly data?: string;
  readonly out: string;
  readonly json?: boolean;
}

/** `pipeline verify <run>`. */
export const verifyCommand: BuildCommand = () =>
  new Command()
    .description('Computes every number of a run again from its files, offline and without keys.')
    .argument('<run>', 'id of a run or rejudging, or path of its folder')
    .option('--data <file>', 'the data file of the run; another one is refused', pathArgument)
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .option('--json', 'print one object')
    .action(async (name: string, { data, out, json }: Flags) => {
      const run = await openRecord(name, out);
      const file = dataOfRun(run, data);
      const findings = await verifyRun(run, file);
      const { numbers, others: values, differences, unchecked } = findings;
      const isOk = differences.length === 0;
      if (json === true)
        print(JSON.stringify({ run: run.record.run, ok: isOk, numbers, values, differences, unchecked }));
      else print(findingsText(run.record.run, findings, file && shownPath(file.name)));
      process.exitCode = isOk ? 0 : 1;
    });

/** At most so many differences are listed; `--json` has all. */
const shown = 20;

function findingsText(run: string, findings: Findings, data: string | undefined): string {
  const { numbers, others, differences, unchecked } = findings;
  const compared = `${counted(numbers, 'number')} and ${counted(others, 'other value')} compared`;
  const against = data === undefined ? '' : `, with the data of ${data}`;
  const head =
    differences.length === 0
      ? `${run}: OK, ${compared}${against}`
      : `${run}: ${counted(differences.length, 'difference')}, ${compared}${against}`;
  return [
    head,
    ...differences.slice(0, shown).map(differenceText),
    ...(differences.length > shown ? [`  and ${differences.length - shown} more (--json lists all)`] : []),
    ...(unchecked.length === 0 ? [] : ['not checked:', ...unchecked.map((what) => `  ${what}`)]),
  ].join('\n');
}

function differenceText({ file, path, stored, recomputed }: Difference): string {
  const place = path === '' ? file : `${file} ${path}`;
  return `  ${place}: stored ${shownValue(stored)}, recomputed ${shownValue(recomputed)}`;
}
