import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import { alignNumbers } from '../../report/columns.ts';
import { measure, medianSeconds, secondsOf, type Row } from './measure.ts';
import { memoryRun } from './memory-run.ts';
import { paidRuns } from './paid-runs.ts';
import { scoringRows } from './scoring.ts';

const bin = join(packageRoot, 'bin/pipeline.js');
const data = [process.env['LOCOMO_DATA'], 'data/locomo10.json', '../shared/locomo/locomo10.json']
  .flatMap((path) => (path === undefined ? [] : [join(packageRoot, path), path]))
  .find((path) => existsSync(path));

/** Rows by the word that asks for them alone, as in `npm run bench -- paid`. */
const parts: { readonly [part: string]: () => Promise<readonly Row[]> } = {
  start: startUp,
  data: async () => (data === undefined ? [] : [...scoringRows(data), ...(await benchmarkRuns(data))]),
  paid: paidRuns,
  memory: async () => [await memoryRun()],
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const rows: Row[] = [];
for (const part of wanted) {
  const measured = parts[part];
  if (measured === undefined) throw new Error(`no part ${part}: ${Object.keys(parts).join(', ')}`);
  rows.push(...(await measured()));
}
console.log(
  alignNumbers([
    ['measured as whole processes, scoring in processor time', 'found', 'bar', 'found / bar'],
    ...rows.map(({ what, found, bar, unit }) => [
      what,
      `${found.toFixed(2)} ${unit}`,
      `${bar} ${unit}`,
      bar === 0 ? '' : (found / bar).toFixed(2),
    ]),
  ]),
);
if (data === undefined && wanted.includes('data'))
  console.log('The runs on the released data were skipped: pipeline data fetch locomo10 brings it.');
// What could not be measured is no success either.
if (!rows.every(({ found, bar }) => found <= bar)) process.exitCode = 3;

async function startUp(): Promise<readonly Row[]> {
  const bare = await medianSeconds(['-e', '0'], 9);
  const help = await medianSeconds([bin, '--help'], 9);
  return [{ what: '--help, over bare node', found: (help - bare) * 1000, bar: 150, unit: 'ms' }];
}

/** The main job, cold and warm, with token vectors and with words alone. */
async function benchmarkRuns(file: string): Promise<readonly Row[]> {
  const out = mkdtempSync(join(tmpdir(), 'bench-out-'));
  const words = (...flags: string[]): string[] => [
    bin,
    'run',
    'rag-observation',
    '--top-k',
    '10',
    '--data',
    file,
    '--json',
    ...flags,
  ];
  try {
    const cold = await measure(words('--out', join(out, 'minilm')));
    const warm = await measure(words('--out', join(out, 'minilm')));
    const lexical = await measure(words('--out', join(out, 'lexical'), '--embedder', 'none'));
    const embedding = secondsOf(cold.stdout, 'vectors');
    return [
      { what: 'observation, window, top-10: cold', found: cold.seconds, bar: 180, unit: 's' },
      { what: '  all but embedding', found: cold.seconds - embedding, bar: 60, unit: 's' },
      { what: '  peak memory', found: cold.memory / 2 ** 30, bar: 1.2, unit: 'GiB' },
      { what: '  the same again', found: warm.seconds, bar: 1.5, unit: 's' },
      { what: '  embedding and model calls of that', found: callsOf(warm.stdout), bar: 0, unit: 'calls' },
      { what: 'observation, lexical window, top-10: cold', found: lexical.seconds, bar: 20, unit: 's' },
    ];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function callsOf(json: string): number {
  const { calls } = JSON.parse(json);
  return calls.model + calls.embedding;
}
