import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { batchRun } from '../support/batch-run.ts';
import { startBatchServer } from '../support/batch-server.ts';
import { serve } from '../support/loopback.ts';
import { completion } from '../support/openai-server.ts';
import { anyKey as env, expectSameItems } from '../support/paid-run.ts';
import { runCli } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedRecords } from '../support/store-contents.ts';

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

it('sends fewer at a time where the server has no room for more', async () => {
  const server = await startBatchServer({
    ends: (_batch, size) => (size > 2 ? 'failed' : 'completed'),
    errors: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }],
  });
  const { words, out } = batchRun(server);
  const { code, stderr } = await runCli(words, { env });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Batch batch_1 (6 requests) finds no room at the server');
  expect(server.sizes()).toEqual([6, 3, 2, 1, 3, 2, 1]);
  expect(loggedRecords(path.join(out, 'store'), 'answer')).toHaveLength(6);
  expect(leftovers(path.join(out, 'store'))).toEqual([]);
});

it('fails what the server has no room for even alone, and asks it again in the next run', async () => {
  const server = await startBatchServer({
    ends: (batch) => (batch === 1 ? 'failed' : 'completed'),
    errors: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }],
  });
  const words = [...batchRun(server).words, '--limit', '1'];
  const first = await runCli(words, { env });
  expect(first.code, first.stderr).toBe(1);
  expect(first.stderr).toContain(
    'batch batch_1 was refused: token_limit_exceeded: Enqueued token limit reached. Run the same command again later',
  );
  const second = await runCli(words, { env });
  expect(second.code, second.stderr).toBe(0);
  expect(server.sizes()).toEqual([1, 1]);
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
  const address = await serve((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not Found"}}');
  });
  const server = { baseUrl: `${address}/v1` };
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
