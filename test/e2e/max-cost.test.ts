import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingServer } from '../support/counting-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

/** A token of the prompt costs a cent, one of the reply two. */
const prices = { asOf: '2026-01-01', models: { 'openai:any': { input: 1e4, output: 2e4 } } };
const replyTokens = 8;

async function workplace(reply?: (prompt: string) => string, counts = true) {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), manyConversations(20));
  writeFileSync(path.join(folder, 'prices.json'), JSON.stringify(prices));
  const server = await countingServer({
    delayMs: 20,
    counts,
    replyTokens,
    ...(reply === undefined ? {} : { reply }),
  });
  const common = ['--prices', 'prices.json', '--concurrency', '16', '--json'];
  const words = ['run', 'rag-dialog', '--data', 'data.json', '--retriever', 'bm25', '--model', 'openai:any'];
  const cli = (...args: string[]) => runCli(args, { cwd: folder, env: anyKey });
  return {
    server,
    cli,
    run: (...flags: string[]) => cli(...words, '--base-url', server.baseUrl, ...common, ...flags),
    /** Dollars that the server would charge. */
    charged: () => (server.chats.tokens + 2 * replyTokens * server.chats.calls) / 100,
  };
}

describe('a limit of what may be spent', { timeout: 120_000 }, () => {
  it('is never exceeded, whatever is out at once; what was paid for is kept', async () => {
    const { server, run, charged } = await workplace();
    const limit = 40;
    const stopped = await run('--max-cost', String(limit), '--max-tokens', '20');
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toMatch(
      /--max-cost: Expected to spend at most \$40\.00: \$\d+\.\d+ are spent, and the next call may cost/,
    );
    expect(stopped.stderr).toContain('To go on:');
    expect(stopped.stderr).not.toContain('    at ');
    expect(charged()).toBeLessThanOrEqual(limit);
    // Less than one call with the longest reply is left.
    expect(charged()).toBeGreaterThan(limit * 0.8);
    const asked = server.prompts.length;

    const rest = await run('--max-tokens', '20');
    expect(rest.code, rest.stderr).toBe(0);
    expect(new Set(server.prompts).size).toBe(server.prompts.length);
    const { calls, made } = reportOf(rest);
    expect(calls.model).toBe(server.prompts.length - asked);
    expect(made.costUsd).toBeCloseTo(charged(), 6);
  });

  it('is never exceeded where the server does not count and many replies are empty', async () => {
    let nth = 0;
    const { run, charged, server } = await workplace(() => (++nth % 3 === 0 ? 'red' : ''), false);
    const ended = await run('--max-cost', '40', '--max-tokens', '20');
    expect(ended.code).toBe(1);
    expect(charged()).toBeLessThanOrEqual(40);
    expect(server.chats.calls).toBeGreaterThan(5);
  });

  it('that is high enough changes nothing', async () => {
    const { run, charged } = await workplace();
    const ended = await run('--max-cost', '10000');
    expect(ended.code, ended.stderr).toBe(0);
    expect(reportOf(ended).costUsd).toBeCloseTo(charged(), 6);
  });

  it('holds for all runs of a grid together', async () => {
    const { run, charged } = await workplace();
    const ended = await run('--max-cost', '60', '--max-tokens', '20', '--top-k', '1,2,3');
    expect(ended.code).toBe(1);
    expect(charged()).toBeLessThanOrEqual(60);
    expect(JSON.parse(ended.stdout).cells.length).toBeLessThan(3);
  });

  it('counts embeddings, too', async () => {
    const { run, server } = await workplace();
    const dense = ['--retriever', 'dense', '--embedder', 'openai:any', '--max-tokens', '20'];
    const ended = await run(...dense, '--max-cost', '3');
    expect(ended.code).toBe(1);
    expect(server.embeddings.tokens / 100).toBeLessThanOrEqual(3);
    expect(server.chats.calls).toBe(0);
  });

  it('holds for judges', async () => {
    const { run, cli, server, charged } = await workplace(() => 'It says the same.\nCORRECT');
    const answered = await run('--model', 'extractive');
    expect(answered.code, answered.stderr).toBe(0);
    const judge = ['--judge', 'openai:any', '--judge-base-url', server.baseUrl, '--judge-max-tokens', '20'];
    const limits = ['--prices', 'prices.json', '--max-cost', '30', '--concurrency', '16'];
    const ended = await cli('rejudge', reportOf(answered).run, ...judge, ...limits);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--max-cost: Expected to spend at most $30.00');
    expect(charged()).toBeGreaterThan(20);
    expect(charged()).toBeLessThanOrEqual(30);
  });

  it('needs a price, and is no text', async () => {
    const { cli, server } = await workplace();
    const words = [
      'run',
      'rag-dialog',
      '--data',
      'data.json',
      '--retriever',
      'bm25',
      '--model',
      'openai:any',
    ];
    const unpriced = await cli(...words, '--base-url', server.baseUrl, '--max-cost', '5');
    expect(unpriced.code).toBe(2);
    expect(unpriced.stderr).toContain('Expected a model whose price is known, found openai:any.');
    expect(unpriced.stderr).toContain('--prices FILE');
    const limit = ['--max-cost', '5', '--prices', 'prices.json', '--max-tokens', 'none'];
    const endless = await cli(...words, '--base-url', server.baseUrl, ...limit);
    expect(endless.stderr).toContain('Expected a model whose longest reply is known, found openai:any.');
    expect(server.chats.calls).toBe(0);
    for (const wrong of ['five', '-1', '', 'NaN', '1e3'])
      expect((await cli(...words, `--max-cost=${wrong}`)).code, wrong).toBe(2);
  });
});
