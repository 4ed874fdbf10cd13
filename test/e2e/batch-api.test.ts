import type { ChildProcess } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startBatchServer, type Moment } from '../support/batch-server.ts';
import { startChatServer } from '../support/chat-server.ts';
import { completion } from '../support/openai-server.ts';
import { anyKey as env, expectSameItems, paidRun } from '../support/paid-run.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedRecords } from '../support/store-contents.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

/** Words of a run in batches over two conversations, and the folders that it uses. */
function batchRun({ baseUrl }: { readonly baseUrl: string }) {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), twoConversations());
  const out = path.join(folder, 'out');
  const words = paidRun(data, baseUrl, out);
  return { data, out, words: [...words, '--batch-api'], plainly: words };
}

it('asks all questions in one batch; a run on its own asks the very same, and finds the answers', async () => {
  const server = await startBatchServer({ looks: 1 });
  const { words, plainly, out } = batchRun(server);
  const batched = await runCli(words, { env });
  expect(batched.code, batched.stderr).toBe(0);
  expect(server.sizes()).toEqual([6]);
  expect(server.seen).toEqual(['upload', 'create', 'look', 'look', 'content']);
  expect(leftovers(path.join(out, 'store'))).toEqual([]);

  const seen = server.seen.length;
  const again = await runCli(plainly, { env });
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain('answers: 6 items, 0 computed, 6 cached');
  expect(server.seen).toHaveLength(seen);

  const other = batchRun(server);
  const single = await runCli(other.plainly, { env });
  expect(single.code, single.stderr).toBe(0);
  expectSameItems(
    server.asked.map(({ prompt }) => prompt),
    server.submitted().map(({ prompt }) => prompt),
  );
  expect(Object.values(digestsBelow(path.join(out, 'store', 'artifacts'), /records\.jsonl$/))).toEqual(
    Object.values(digestsBelow(path.join(other.out, 'store', 'artifacts'), /records\.jsonl$/)),
  );
});

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
  'through kills while replies are written down, none is asked for or lost twice',
  { timeout: 120_000 },
  async () => {
    let awaited: (() => void) | undefined;
    const server = await startBatchServer({
      at({ what, done }) {
        if (what === 'look' && done) awaited?.();
        return undefined;
      },
    });
    const { data, words, out } = batchRun(server);
    writeData(data, manyConversations(80));
    const logged = (): number => loggedRecords(path.join(out, 'store'), 'answer').length;
    const before: number[] = [];
    for (const late of [10, 30, 60, 100, 150]) {
      const { process: child, ended } = startCli(words, { env });
      const timer = new Promise<void>((resolve) => (awaited = resolve));
      // From the second run on the results are here, and nothing is asked any more.
      void Promise.race([timer, rankingDone(child)])
        .then(() => sleep(late))
        .then(() => child.kill('SIGKILL'));
      await ended;
      before.push(logged());
    }
    const { code, stderr } = await runCli(words, { env });
    expect(code, stderr).toBe(0);
    expect(server.sizes()).toEqual([480]);
    expect(logged()).toBe(480);
    expect(
      before.some((count) => count > 0 && count < 480),
      String(before),
    ).toBe(true);
    expect(readdirSync(path.join(out, 'store', 'batches'))).toEqual([]);
  },
);

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
  expect(leftovers(path.join(out, 'store'))).toEqual([]);

  const again = await runCli(words, { env });
  expect(again.code, again.stderr).toBe(0);
  expect(server.sizes()).toEqual([6]);
});

it('fails what fails alone, keeps none of it, and asks it again in the next run', async () => {
  const server = await startBatchServer({
    line({ prompt }, batch) {
      if (batch > 1) return undefined;
      if (prompt.includes('What colour is the kayak?'))
        return { status: 400, body: { error: { message: 'no', code: 'content_filter' } } };
      if (prompt.includes('What did Mara bake?'))
        return { error: { code: 'batch_expired', message: 'This request could not be executed in time.' } };
      if (prompt.includes('Where does the choir sing?'))
        return { status: 200, body: completion('half an', { finish: 'length' }).body };
      return prompt.includes('Who conducts the choir?') ? 'lost' : undefined;
    },
  });
  const { words, out } = batchRun(server);
  const first = await runCli(words, { env });
  expect(first.code, first.stderr).toBe(1);
  for (const reason of [
    '400 Bad Request: no. The provider holds this text back',
    'batch_expired: This request could not be executed in time.',
    'the answer was cut at its longest length.',
    'batch batch_1 has no reply to this request.',
  ])
    expect(first.stderr).toContain(reason);
  expect(loggedRecords(path.join(out, 'store'), 'answer')).toHaveLength(2);

  const second = await runCli(words, { env });
  expect(second.code, second.stderr).toBe(0);
  expect(server.sizes()).toEqual([6, 4]);
});

it.each([
  ['expired', 'batch batch_1 expired before this request was done.'],
  ['cancelled', 'batch batch_1 was cancelled before this request was done.'],
] as const)('keeps what a batch came to that was %s', async (end, reason) => {
  const server = await startBatchServer({
    ends: (batch) => (batch === 1 ? end : 'completed'),
    line: ({ nth }, batch) => (batch === 1 && nth > 2 ? 'lost' : undefined),
  });
  const { words } = batchRun(server);
  const first = await runCli(words, { env });
  expect(first.code, first.stderr).toBe(1);
  expect(first.stderr).toContain(reason);
  const second = await runCli(words, { env });
  expect(second.code, second.stderr).toBe(0);
  expect(server.sizes()).toEqual([6, 4]);
});

it('tells why a batch is refused, and asks all of it again once it may', async () => {
  const server = await startBatchServer({
    ends: (batch) => (batch === 1 ? 'failed' : 'completed'),
    errors: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }],
  });
  const { words } = batchRun(server);
  const first = await runCli(words, { env });
  expect(first.code, first.stderr).toBe(1);
  expect(first.stderr).toContain(
    'batch batch_1 was refused: token_limit_exceeded: Enqueued token limit reached. Run the same command again later',
  );
  const second = await runCli(words, { env });
  expect(second.code, second.stderr).toBe(0);
  expect(server.sizes()).toEqual([6, 6]);
});

it('ends the run where a batch is refused for its model', async () => {
  const server = await startBatchServer({
    ends: () => 'failed',
    errors: [{ code: 'model_not_found', message: 'The provided model is not supported by the Batch API.' }],
  });
  const { code, stderr } = await runCli(batchRun(server).words, { env });
  expect(code, stderr).toBe(1);
  expect(stderr).toContain('batch batch_1 was refused: model_not_found');
  expect(stderr).toContain('Name a model that this server has');
});

it('makes no second batch where the answer to the first order is lost', async () => {
  const server = await startBatchServer({
    pageSize: 1,
    at: ({ what, done, nth }) =>
      what === 'create' && done && nth === 1
        ? { status: 500, body: { error: { message: 'oops' } } }
        : undefined,
  });
  const { code, stderr } = await runCli(batchRun(server).words, { env });
  expect(code, stderr).toBe(0);
  expect(server.seen).toEqual(['upload', 'create', 'list', 'look', 'content']);
  expect(server.sizes()).toEqual([6]);
});

it('asks again where it is told to, at the price of batches', async () => {
  const server = await startBatchServer();
  const { words, plainly, out } = batchRun(server);
  const prices = path.join(out, '..', 'prices.json');
  writeFileSync(
    prices,
    JSON.stringify({
      asOf: '2026-01-01',
      models: { 'openai:any': { input: 8, output: 40, batchShare: 0.5 } },
    }),
  );
  const priced = ['--prices', prices, '--json'];
  const costOf = async (asked: readonly string[]): Promise<number> => {
    const { code, stdout, stderr } = await runCli([...asked, ...priced], { env });
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout).costUsd;
  };
  const batched = await costOf(words);
  const anew = await costOf([...words, '--overwrite', 'answers']);
  const single = await costOf([...plainly, '--overwrite', 'answers']);
  expect(server.sizes()).toEqual([6, 6]);
  expect(server.asked).toHaveLength(6);
  expect(batched).toBeGreaterThan(0);
  expect(anew).toBe(batched);
  expect(batched).toBeCloseTo(single / 2, 12);
});

it('says what to do where there is no batch endpoint', async () => {
  const server = await startChatServer();
  const { code, stderr } = await runCli(batchRun(server).words, { env });
  expect(code, stderr).toBe(1);
  expect(stderr).toContain('This server has no batch endpoint: leave out --batch-api.');

  const other = batchRun(server).words.map((word) => word.replace('openai:any', 'anthropic:any'));
  const refused = await runCli(other, { env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    'Expected a model that can be asked in batches (openai:<model>), found anthropic:any',
  );
});

/** Resolves once a run comes to its questions. */
function rankingDone({ stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    stderr?.on('data', (text: string) => {
      if (text.includes('ranking: ')) resolve();
    });
  });
}
