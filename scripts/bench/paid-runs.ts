import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import { measure, secondsOf, type Row } from './measure.ts';
import { servedProviders, withServer, type ModelServer, type ServedProvider } from './model-server.ts';
import { askWords, atOnce, runWords, type Files } from './run-words.ts';
import { writeQuestions } from './questions.ts';

const delayMs = 100;
const calls = 2000;

const perSecond = 20;
const limitedCalls = 600;

/** Runs against servers of our own: how near they come to their speed, and what a call costs this machine. */
export async function paidRuns(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-paid-'));
  try {
    const data = writeQuestions(join(folder, 'some.json'), calls);
    const out = join(folder, 'out');
    // What comes before the questions is computed beforehand, without a server.
    await measure(runWords({ data, out }));
    const rows: Row[] = [];
    for (const provider of servedProviders)
      rows.push(...(await withServer(provider, { delayMs }, (server) => pace(server, { data, out }))));
    // They mostly wait, so that they do not get in each other's way.
    const limited = servedProviders.map((provider) => underLimit(provider, { data, out }));
    return [...rows, ...(await Promise.all(limited)).flat()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pace of a run that nothing holds up, and of fetch alone. */
async function pace(server: ModelServer, files: Files): Promise<readonly Row[]> {
  const { name, path } = server.provider;
  const all = await measure(askWords(server, files));
  const seconds = (server.cameAt(calls) - server.cameAt(1) + delayMs) / 1000;
  const one = await measure(askWords(server, files, '--model-tag', 'one', '--limit', '1'));
  const bareFetch = join(packageRoot, 'scripts/bench/bare-fetch.js');
  const bare = await measure([bareFetch, `${server.baseUrl}${path}`, String(calls), String(atOnce)]);
  const ideal = (calls / atOnce) * (delayMs / 1000);
  // At least 85 % of the ideal.
  const bar = 1.176;
  const what = `${name}: ${calls} calls of ${delayMs} ms, ${atOnce} at once, over the ideal`;
  return [
    { what, found: seconds / ideal, bar, unit: '×' },
    { what: '  the same with bare fetch', found: Number(bare.stdout) / ideal, bar, unit: '×' },
    {
      what: '  before the first of them: listing and loading',
      found: secondsOf(all.stdout, 'answers') - seconds,
      bar: 1.5,
      unit: 's',
    },
    {
      what: '  processor time of a call, loading apart',
      found: ((all.cpuSeconds - one.cpuSeconds) / (calls - 1)) * 1000,
      bar: 2,
      unit: 'ms',
    },
  ];
}

/** A run at a server that refuses what is too much: how near it comes to what is allowed, and what it loses. */
async function underLimit(provider: ServedProvider, files: Files): Promise<readonly Row[]> {
  return withServer(provider, { delayMs, perSecond }, async (server) => {
    const words = ['--model-tag', 'limited', '--limit', String(limitedCalls)];
    await measure(askWords(server, files, ...words), { mayFail: true });
    const answered = server.answered();
    // The server answers a second's worth at once when it starts.
    const ideal = answered / perSecond - 1;
    const seconds = (server.cameAt(answered) - server.cameAt(1)) / 1000;
    const what = `${provider.name}: ${limitedCalls} calls where ${perSecond} a second are allowed, over the ideal`;
    return [
      // At least 90 % of what is allowed.
      { what, found: seconds / ideal, bar: 1.111, unit: '×' },
      { what: '  questions lost', found: limitedCalls - answered, bar: 0, unit: 'questions' },
    ];
  });
}
