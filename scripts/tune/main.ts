import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../engine/expected-error.ts';
import { fitFused } from './fused.ts';
import { reportMemories } from './memories.ts';
import { fitReader, reportReader } from './reader.ts';

const usage =
  'npm run tune -- reader [--data FILE] [--report [--embedder minilm]], or npm run tune -- memories|fused [--data FILE] [--embedder minilm]';
const constants = fileURLToPath(new URL('../../models/extractive/constants.ts', import.meta.url));

/** What is asked for on the command line. */
function readArguments(): {
  what: 'reader' | 'memories' | 'fused';
  data: string | undefined;
  report: boolean;
  embedder: string;
} {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        report: { type: 'boolean', default: false },
        embedder: { type: 'string', default: 'none' },
      },
    });
    const what = positionals.join(' ');
    if (what !== 'reader' && what !== 'memories' && what !== 'fused')
      throw new TypeError(`Expected "reader", "memories" or "fused", found "${what}".`);
    if (!['none', 'minilm'].includes(values.embedder))
      throw new TypeError(`Expected "none" or "minilm" for --embedder, found "${values.embedder}".`);
    return { what, data: values.data, report: values.report, embedder: values.embedder };
  } catch (error) {
    // The only thing that can go wrong above is what was typed.
    const message = error instanceof Error ? error.message : String(error);
    throw new ExpectedError({ code: 'bad-usage', message, remedy: usage }, { cause: error });
  }
}

/** Fits the constants of the reader and writes them as code, or reports what they, or the writers of memories, reach. */
async function main(): Promise<string> {
  const { what, data, report, embedder } = readArguments();
  const path = data ?? process.env['LOCOMO_DATA'] ?? 'data/locomo10.json';
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
  if (what === 'memories') return reportMemories(bytes, path, embedder);
  if (what === 'fused') {
    const file = fileURLToPath(
      new URL(
        `../../retrievers/fused/weights/${embedder === 'none' ? 'lexical' : 'tokens'}.ts`,
        import.meta.url,
      ),
    );
    await writeFile(file, await fitFused(bytes, path, embedder));
    return `Wrote ${file}.`;
  }
  if (report) return reportReader(bytes, path, embedder);
  await writeFile(constants, await fitReader(bytes, path));
  return `Wrote ${constants}; --report shows what it reaches.`;
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  if (!(error instanceof ExpectedError)) throw error;
  process.stderr.write(`${error.message}${error.remedy === undefined ? '' : ` ${error.remedy}`}\n`);
  process.exitCode = error.exitCode;
}
