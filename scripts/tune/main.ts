import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../engine/expected-error.ts';
import { fitReader, reportReader } from './reader.ts';

const usage = 'npm run tune -- reader [--data FILE] [--report [--embedder minilm]]';
const constants = fileURLToPath(new URL('../../models/extractive/constants.ts', import.meta.url));

/** Fits the constants of a part of the project and writes them as code, or reports what they reach. */
async function main(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      report: { type: 'boolean', default: false },
      embedder: { type: 'string', default: 'none' },
    },
  });
  if (positionals.join(' ') !== 'reader')
    throw new ExpectedError({
      code: 'unknown-target',
      message: `Expected "reader", found "${positionals.join(' ')}".`,
      remedy: usage,
    });
  const path = values.data ?? process.env['LOCOMO_DATA'] ?? 'data/locomo10.json';
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ExpectedError(
      {
        code: 'no-data-file',
        message: `Expected a LoCoMo data file, found none that can be read at ${path}.`,
        where: '--data',
        remedy: usage,
      },
      { cause: error },
    );
  });
  if (values.report) return reportReader(bytes, path, values.embedder);
  await writeFile(constants, await fitReader(bytes, path));
  return `Wrote ${constants}; see what it reaches with --report.`;
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  if (!(error instanceof ExpectedError)) throw error;
  process.stderr.write(`${error.message}${error.remedy === undefined ? '' : ` ${error.remedy}`}\n`);
  process.exitCode = error.exitCode;
}
