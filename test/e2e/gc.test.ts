import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defer } from '../../models/remote/deferred.ts';
import { startChatServer, type Asked } from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { computedBySteps, reportOf } from '../support/run-report.ts';
import { digestsBelow, leftovers, loggedKeys, loggedStages } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

const flags = ['--retriever', 'window', '--embedder', 'none', '--json'];
const store = (out: string): string => path.join(out, 'store');

it('leaves a usable store when gc is killed at any moment', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), manyConversations(5));
  const [full, calm] = [path.join(folder, 'full'), path.join(folder, 'calm')];
  const run = (out: string, ...more: string[]) =>
    runCli(['run', 'rag-dialog', '--data', data, '--out', out, ...flags, ...more]);
  for (let topK = 1; topK <= 4; topK++) await run(full, '--top-k', String(topK));
  const kept = reportOf(await run(full, '--top-k', '5'));
  cpSync(full, calm, { recursive: true });
  expect((await runCli(gc(calm))).code).toBe(0);
  const all = digestsBelow(store(full), /./);
  const left = digestsBelow(store(calm), /./);
  expect(Object.keys(left).length).toBeLessThan(Object.keys(all).length - 15);

  let kills = 0;
  // After so many artifacts have gone; the logs are rewritten behind them.
  for (const gone of [1, 5, 8]) {
    const out = path.join(folder, `killed-${gone}`);
    rmSync(out, { recursive: true, force: true });
    cpSync(full, out, { recursive: true });
    kills += await killGc(out, artifacts(full) - gone);
    const again = reportOf(await run(out, '--top-k', '5'));
    expect(computedBySteps(again)).toEqual({ dataset: 0, passages: 0, ranking: 0, answers: 0, scores: 0 });
    expect(again.results).toEqual(kept.results);
    expect((await runCli(gc(out))).code).toBe(0);
    expect(digestsBelow(store(out), /./)).toEqual(left);
    expect(leftovers(store(out))).toEqual([]);
  }
  expect(kills).toBeGreaterThanOrEqual(1);
});

it('loses nothing of a run while gc is called again and again', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), manyConversations(20));
  const [calm, disturbed] = [path.join(folder, 'calm'), path.join(folder, 'disturbed')];
  const enough = defer();
  // The second run does not get past a question before gc was called several times.
  const onAsked = ({ nth }: Asked): Promise<void> | void => (nth > 130 ? enough.promise : undefined);
  const { baseUrl } = await startChatServer({ onAsked });
  const model = ['--model', 'openai:any', '--base-url', baseUrl];
  const words = (out: string): string[] => [
    'run',
    'rag-observation',
    '--data',
    data,
    '--out',
    out,
    ...flags,
    ...model,
  ];
  const options = { env: anyKey };
  expect((await runCli(words(calm), options)).code).toBe(0);
  const running = startCli(words(disturbed), options);
  const over = new AbortController();
  void running.ended.then(() => over.abort());
  while (!existsSync(path.join(disturbed, 'store', 'items'))) await sleep(1);
  let calls = 0;
  while (!over.signal.aborted) {
    const { code, stderr } = await runCli(gc(disturbed, '--max-size', '1B'));
    expect([code, stderr]).toEqual([0, '']);
    calls++;
    if (calls === 3) enough.resolve();
  }
  const { code, stderr } = await running.ended;
  expect([code, /bug|damaged|dropped/.test(stderr)]).toEqual([0, false]);
  expect(calls).toBeGreaterThanOrEqual(3);
  for (const stage of loggedStages(store(disturbed)))
    expect(loggedKeys(store(disturbed), stage).toSorted()).toEqual(loggedKeys(store(calm), stage).toSorted());
  const results = /^runs.*\.json$|records\.jsonl$|items\.jsonl$/;
  expect(digestsBelow(disturbed, results)).toEqual(digestsBelow(calm, results));
  expect(leftovers(store(disturbed))).toEqual([]);
});

function gc(out: string, ...more: string[]): string[] {
  return ['gc', '--out', out, '--keep-runs', '1', ...more];
}

/** Starts gc and kills it once so many artifacts are left; returns 1, or 0 where it ended before. */
async function killGc(out: string, left: number): Promise<number> {
  const { process: child, ended } = startCli(gc(out));
  const over = new AbortController();
  void ended.then(() => over.abort());
  while (!over.signal.aborted && artifacts(out) > left) await sleep(0);
  child.kill('SIGKILL');
  return (await ended).signal === 'SIGKILL' ? 1 : 0;
}

function artifacts(out: string): number {
  const place = path.join(store(out), 'artifacts');
  return readdirSync(place).reduce((sum, stage) => sum + readdirSync(path.join(place, stage)).length, 0);
}
