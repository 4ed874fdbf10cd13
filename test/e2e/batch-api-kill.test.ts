import type { ChildProcess } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startBatchServer, type Moment } from '../support/batch-server.ts';
import { batchRun } from '../support/batch-run.ts';
import { anyKey as env } from '../support/paid-run.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { leftovers, loggedKeys } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

it.each<readonly [string, Moment]>([
  ['while its file is uploaded', { what: 'upload', done: false, nth: 1 }],
  ['before it knows of the upload', { what: 'upload', done: true, nth: 1 }],
  ['while the batch is made', { what: 'create', done: false, nth: 1 }],
  ['before it knows of the batch', { what: 'create', done: true, nth: 1 }],
  ['when it looks for the first time', { what: 'look', done: true, nth: 1 }],
  ['when it looks again', { what: 'look', done: true, nth: 2 }],
  ['while it fetches the results', { what: 'content', done: true, nth: 1 }],
])('a run that is killed %s submits no request twice', async (_when, { what, done, nth }) => {
  let child: ChildProcess | undefined;
  const server = await startBatchServer({
    looks: 2,
    at(moment) {
      if (moment.what === what && moment.done === done && moment.nth === nth) child?.kill('SIGKILL');
      return undefined;
    },
  });
  const { words, out } = batchRun(server);
  const killed = startCli(words, { env });
  child = killed.process;
  expect((await killed.ended).signal).toBe('SIGKILL');

  const { code, stderr } = await runCli(words, { env });
  expect(code, stderr).toBe(0);
  expect(server.sizes()).toEqual([6]);
  expect(leftovers(path.join(out, 'store'))).toEqual([]);
  expect(readdirSync(path.join(out, 'store', 'batches'))).toEqual([]);
});

it(
  'through kills while replies are written down, none is asked for twice',
  { timeout: 120_000 },
  async () => {
    const server = await startBatchServer();
    const { data, words, out } = batchRun(server);
    writeData(data, manyConversations(80));
    const store = path.join(out, 'store');
    const counts: number[] = [];
    for (const wanted of [1, 100, 300]) {
      const { process: child, ended } = startCli(words, { env });
      const looking = setInterval(() => {
        if (loggedKeys(store, 'answer').length >= wanted) child.kill('SIGKILL');
      }, 1);
      await ended;
      clearInterval(looking);
      counts.push(loggedKeys(store, 'answer').length);
    }
    const { code, stderr } = await runCli(words, { env });
    expect(code, stderr).toBe(0);
    expect(server.sizes()).toEqual([480]);
    expect(
      counts.some((count) => count < 480),
      String(counts),
    ).toBe(true);
    expect(new Set(loggedKeys(store, 'answer')).size).toBe(480);
    expect(loggedKeys(store, 'answer')).toHaveLength(480);
  },
);

it('a verdict that takes two replies is paid for once, though the run is killed in between', async () => {
  let child: ChildProcess | undefined;
  const server = await startBatchServer({
    // What the reader is asked comes first, then the judge, then the judge once more.
    reply: ({ prompt }) => (prompt.includes('Give your verdict on that answer') ? 'WRONG' : 'Hm.'),
    at({ what, done, nth }) {
      if (what === 'create' && done && nth === 3) child?.kill('SIGKILL');
      return undefined;
    },
  });
  const { words } = batchRun(server);
  const [, , ...flags] = words;
  const judging = ['--judge', 'openai:judge', '--judge-base-url', server.baseUrl, '--calibrate', 'false'];
  const judged = ['run', 'judged', '--database', 'dialog', ...judging, ...flags];
  const killed = startCli(judged, { env });
  child = killed.process;
  const { signal, stderr: soFar } = await killed.ended;
  expect(signal, soFar).toBe('SIGKILL');

  const { code, stderr } = await runCli(judged, { env });
  expect(code, stderr).toBe(0);
  expect(server.sizes()).toEqual([6, 4, 4]);
});

it('two runs of one model that were killed are gone on with at the same time', async () => {
  const children = new Set<ChildProcess>();
  const server = await startBatchServer({
    looks: 3,
    at({ what, nth }) {
      if (what === 'look' && nth <= 2) for (const child of children) child.kill('SIGKILL');
      return undefined;
    },
  });
  const { words } = batchRun(server);
  const runs = ['1', '2'].map((k) => [...words, '--top-k', k]);
  for (const run of runs) {
    const { process: child, ended } = startCli(run, { env });
    children.add(child);
    expect((await ended).signal).toBe('SIGKILL');
    children.clear();
  }
  const results = await Promise.all(runs.map((run) => runCli(run, { env })));
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(server.sizes()).toEqual([6, 6]);
});

it('gc keeps a batch while a run may go on with it, and clears it away afterwards', async () => {
  let child: ChildProcess | undefined;
  const server = await startBatchServer({
    looks: 1,
    at({ what, nth }) {
      if (what === 'look' && nth === 1) child?.kill('SIGKILL');
      return undefined;
    },
  });
  const { words, out } = batchRun(server);
  const killed = startCli(words, { env });
  child = killed.process;
  await killed.ended;
  const batches = path.join(out, 'store', 'batches');
  const [name = ''] = readdirSync(batches);
  const copy = path.join(out, 'copy');
  cpSync(path.join(batches, name), copy, { recursive: true });
  expect((await runCli(['gc', '--out', out])).code).toBe(0);
  expect(readdirSync(batches)).toEqual([name]);

  expect((await runCli(words, { env })).code).toBe(0);
  expect(server.sizes()).toEqual([6]);
  // As a kill leaves it that comes between the last answer and the end of its batch.
  cpSync(copy, path.join(batches, name), { recursive: true });
  expect((await runCli(['gc', '--out', out])).code).toBe(0);
  expect(readdirSync(batches)).toEqual([]);
});

it('Ctrl-C says which batch is being worked on, and the same command collects it', async () => {
  let child: ChildProcess | undefined;
  const server = await startBatchServer({
    looks: 2,
    at({ what, nth }) {
      if (what === 'look' && nth === 1) child?.kill('SIGINT');
      return undefined;
    },
  });
  const { words, out } = batchRun(server);
  const stopped = startCli(words, { env });
  child = stopped.process;
  const { code, stderr } = await stopped.ended;
  expect(code, stderr).toBe(130);
  expect(stderr).toContain(
    'Batch batch_1 (6 requests) is being worked on by the server; run the same command again to collect it.',
  );
  expect(stderr).toMatch(/To go on:\n {2}.*--batch-api/);
  const batches = path.join(out, 'store', 'batches');
  const [name = ''] = readdirSync(batches);
  const note = readFileSync(path.join(batches, name, 'batch.json'), 'utf8');
  expect(JSON.parse(note)).toMatchObject({ batchId: 'batch_1', requests: { length: 6 } });
  expect(note).not.toContain(env.OPENAI_API_KEY);
  expect(leftovers(path.join(out, 'store'))).toEqual([]);

  const again = await runCli(words, { env });
  expect(again.code, again.stderr).toBe(0);
  expect(server.sizes()).toEqual([6]);
});
