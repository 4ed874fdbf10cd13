import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noPlayer, playServer } from '../support/play-server.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';

let folder = '';
let server = '';
beforeEach(async () => {
  folder = temporaryFolder();
  if (noPlayer === '') server = (await playServer('06-torn-log-resume/server.json')).address;
});

function run(...flags: string[]): Promise<CliResult> {
  const data = sharedPath('cases/kit/demo.json') ?? '';
  const models = ['--embedder', 'openai:test-embed', '--model', 'openai:test-chat'];
  const words = ['run', 'rag-dialog', '--data', data, '--retriever', 'dense', ...models, '--top-k', '2'];
  return runCli([...words, '--base-url', `${server}/v1`, ...flags], {
    cwd: folder,
    env: { OPENAI_API_KEY: 'sk-case-0123456789abcdef' },
  });
}

/** Prices at which a token of the prompt costs a dollar, one of the reply two, and one of an embedding a tenth. */
function pricesOf(...models: ('test-chat' | 'test-embed')[]): string {
  const all = { 'test-chat': { input: 1e6, output: 2e6 }, 'test-embed': { input: 1e5 } };
  const listed = Object.fromEntries(models.map((model) => [`openai:${model}`, all[model]]));
  writeFileSync(path.join(folder, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', models: listed }));
  return 'prices.json';
}

describe.skipIf(noPlayer !== '')(`the ledger of a run${noPlayer}`, () => {
  it('counts calls, tokens and dollars by step, now and when they were made', async () => {
    const prices = ['--prices', pricesOf('test-chat', 'test-embed')];
    const first = reportOf(await run(...prices, '--json'));
    const { calls, tokens, costUsd, unpricedCalls, made, warnings, steps } = first;
    expect(calls.model).toBe(9);
    // The server counts 9 tokens for each request of embeddings, and 5 for each reply.
    const embedded = calls.embedding * 9;
    expect(tokens).toMatchObject({ cachedInput: 0, output: 45 });
    const asked = tokens.input - embedded;
    expect(costUsd).toBeCloseTo(asked + 90 + embedded / 10, 6);
    expect([unpricedCalls, warnings]).toEqual([0, []]);
    expect(made).toEqual({ calls, tokens, costUsd, unpricedCalls });
    expect(steps.find(({ step }) => step === 'answers')).toMatchObject({
      calls: { model: 9, embedding: 0 },
      tokens: { input: asked, output: 45 },
      costUsd: asked + 90,
    });
    expect(steps.find(({ step }) => step === 'ranking')).toMatchObject({ costUsd: 0, tokens: { input: 0 } });

    const again = reportOf(await run(...prices, '--json'));
    expect(again.calls).toEqual({ model: 0, embedding: 0 });
    expect([again.costUsd, again.tokens.input, again.made]).toEqual([0, 0, made]);
    const { stdout } = await run(...prices);
    const dollars = `\\$${(asked + 90).toFixed(2)}`;
    expect(stdout).toMatch(
      /^model calls +now +input tokens +of context +cached +output tokens +cost now +when made$/m,
    );
    expect(stdout).toMatch(new RegExp(`^answers +0 +0 +0 +0 +0 +\\$0\\.00 +${dollars}$`, 'm'));
  });

  it('says of a model without a price that its cost is not known, and adds up the others', async () => {
    const { stdout, stderr } = await run('--prices', pricesOf('test-embed'));
    const warning = 'no price is known for openai:test-chat: what 9 calls cost is not known and in no sum';
    expect(stderr).toContain(`warning: ${warning}`);
    expect(stdout).toMatch(/^answers +9 .* unknown +unknown$/m);
    expect(stdout).toMatch(/^vectors +\d+ .* \$\d+\.\d\d\d? +\$\d/m);
    const { costUsd, unpricedCalls, made, warnings } = reportOf(await run('--json'));
    expect([costUsd, unpricedCalls, made.unpricedCalls, warnings]).toEqual([0, 0, 9, []]);
    expect(made.costUsd).toBeGreaterThan(0);
  });
});

it('has no ledger where nothing is asked over the network', async () => {
  const { stdout, code } = await runCli(['run', 'rag-dialog', '--retriever', 'bm25'], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).not.toContain('model calls');
});

it('refuses a price file that is not one before anything runs', async () => {
  const { code, stderr, stdout } = await runCli(['run', 'rag-dialog', '--prices', 'none.json'], {
    cwd: folder,
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('pipeline: none.json: Expected a file of prices, found none that can be read.');
});
