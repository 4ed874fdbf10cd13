import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingServer, type CountingServer } from '../support/counting-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { locomoData } from '../support/shared.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

interface Planned {
  readonly cells: readonly {
    readonly run: string;
    readonly values: { readonly [parameter: string]: string };
    readonly steps: readonly {
      readonly step: string;
      readonly state: string;
      readonly items: number;
      readonly cached: number;
      readonly shared: number;
      readonly fresh: number;
      readonly waitsFor?: readonly string[];
    }[];
  }[];
  readonly total: {
    readonly expected: {
      readonly calls: { readonly model: number; readonly embedding: number };
      readonly tokens: { readonly input: number; readonly output: number };
    };
  };
}

/** A folder with a data file, and a server to ask. */
async function workplace(data: object[] = manyConversations(4), server?: CountingServer) {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), data);
  const asked = server ?? (await countingServer());
  const flags = ['--data', 'data.json', '--model', 'openai:any', '--base-url', asked.baseUrl];
  const pipeline = (command: string, name: string, ...more: string[]) =>
    runCli([command, name, ...flags, ...more], { cwd: folder, env: anyKey });
  const planOf = async (name: string, ...more: string[]): Promise<Planned> => {
    const ended = await pipeline('plan', name, ...more, '--json');
    expect(ended.code, ended.stderr).toBe(0);
    return JSON.parse(ended.stdout);
  };
  return { server: asked, pipeline, planOf, folder };
}

/** Plans a grid, runs it, and holds what the server counted against the plan. */
async function expectForeseen(name: string, flags: readonly string[], data?: object[]): Promise<Planned> {
  // Understood as answers to a batch, and taken whole as the answer to one question.
  const replying = await countingServer({ reply: () => '{"0": "a kayak", "1": "a barn"}' });
  const { server, pipeline, planOf } = await workplace(data, replying);
  const planned = await planOf(name, ...flags);
  expect(server.chats.calls + server.embeddings.calls, 'calls while planning').toBe(0);
  const ended = await pipeline('run', name, ...flags);
  expect(ended.code, ended.stderr).toBe(0);
  const { calls, tokens } = planned.total.expected;
  expect(server.chats.calls).toBe(calls.model);
  expect(server.embeddings.calls).toBe(calls.embedding);
  expect(server.chats.calls).toBeGreaterThan(0);
  const counted = server.chats.tokens + server.embeddings.tokens;
  expect(Math.abs(tokens.input / counted - 1)).toBeLessThan(0.02);

  const again = await planOf(name, ...flags);
  expect(again.total.expected.calls).toEqual({ model: 0, embedding: 0 });
  expect(again.cells.flatMap(({ steps }) => steps).every(({ cached, items }) => cached === items)).toBe(true);
  return planned;
}

describe('a plan', { timeout: 120_000 }, () => {
  it('of a grid tells every call and the tokens that the server then counts', async () => {
    const flags = ['--embedder', 'none', '--retriever', 'bm25,window', '--top-k', '1,2', '--replicates', '2'];
    const planned = await expectForeseen('rag-dialog', [...flags, '--options', 'both']);
    expect(planned.cells).toHaveLength(8);
    const names = planned.cells.map(({ run }) => run);
    expect(new Set(names).size).toBe(8);
    expect(planned.cells[1]?.values).toEqual({ retriever: 'bm25', 'top-k': '1', replicate: '1' });
    // Two retrievers give the same passages for some questions: what both would ask is asked once.
    const shared = planned.cells.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.shared, 0);
    expect(shared).toBeGreaterThan(0);
  });

  it('of whole conversations counts batches', async () => {
    const planned = await expectForeseen(
      'full-context',
      ['--context-tokens', '100,100000', '--batch-size', '1,2'],
      twoConversations(),
    );
    expect(planned.cells.map(({ steps }) => steps[0]?.step)).toEqual(Array(4).fill('answers'));
  });

  it.skipIf(locomoData() === undefined)(
    'of the released data holds, too (skipped where they are missing)',
    async () => {
      const { server, pipeline, planOf } = await workplace();
      const data = ['--data', locomoData() ?? '', '--embedder', 'none', '--limit', '150'];
      const flags = [...data, '--retriever', 'bm25,window', '--top-k', '5,10'];
      const { total } = await planOf('rag-observation', ...flags);
      const ended = await pipeline('run', 'rag-observation', ...flags, '--concurrency', '32');
      expect(ended.code, ended.stderr).toBe(0);
      expect(server.chats.calls).toBe(total.expected.calls.model);
      expect(Math.abs(total.expected.tokens.input / server.chats.tokens - 1)).toBeLessThan(0.02);
    },
  );

  it('counts texts to embed, and says what cannot be known before', async () => {
    const { server, pipeline, planOf } = await workplace();
    const flags = ['--retriever', 'dense', '--embedder', 'openai:any', '--top-k', '1,2'];
    const { cells, total } = await planOf('rag-dialog', ...flags);
    expect(cells.map(({ steps }) => steps.map(({ step, state }) => `${step} ${state}`))).toEqual(
      Array(2)
        .fill(0)
        .map(() => ['vectors known', 'answers unknown']),
    );
    expect(cells[1]?.steps[0]?.shared).toBe(cells[0]?.steps[0]?.fresh);
    expect(cells[0]?.steps[1]?.waitsFor).toEqual(['ranking']);
    const text = await pipeline('plan', 'rag-dialog', ...flags);
    expect(text.stdout).toContain('answers: not known before ranking has run');
    const ended = await pipeline('run', 'rag-dialog', ...flags);
    expect(ended.code, ended.stderr).toBe(0);
    expect(server.embeddings.calls).toBe(total.expected.calls.embedding);
    expect(Math.abs(total.expected.tokens.input / server.embeddings.tokens - 1)).toBeLessThan(0.02);
  });

  it('counts verdicts on answers that are made here', async () => {
    const server = await countingServer({ reply: () => 'The same thing.\nCORRECT' });
    const { pipeline, planOf } = await workplace(manyConversations(4), server);
    const flags = ['--embedder', 'none', '--model', 'extractive', '--judge', 'openai:any'];
    const judge = [...flags, '--judge-base-url', server.baseUrl];
    const { total } = await planOf('judged', ...judge);
    const ended = await pipeline('run', 'judged', ...judge);
    expect(ended.code, ended.stderr).toBe(0);
    expect(server.chats.calls).toBe(total.expected.calls.model);
    expect(Math.abs(total.expected.tokens.input / server.chats.tokens - 1)).toBeLessThan(0.02);
  });

  it('tells what is in the store, and what a cell takes from one before it', async () => {
    const { pipeline, planOf, server } = await workplace();
    const flags = ['--embedder', 'none', '--retriever', 'bm25'];
    expect((await pipeline('run', 'rag-dialog', ...flags, '--top-k', '1')).code).toBe(0);
    const { cells, total } = await planOf('rag-dialog', ...flags, '--top-k', '1,2');
    const [first, second] = cells.map(({ steps }) => steps[0]);
    expect(first).toMatchObject({ fresh: 0, shared: 0, cached: first?.items });
    expect(second?.fresh).toBeGreaterThan(0);
    const before = server.chats.calls;
    expect((await pipeline('run', 'rag-dialog', ...flags, '--top-k', '1,2')).code).toBe(0);
    expect(server.chats.calls - before).toBe(total.expected.calls.model);
    const anew = await planOf('rag-dialog', ...flags, '--top-k', '2', '--overwrite', 'answers');
    expect(anew.cells[0]?.steps[0]).toMatchObject({ cached: 0, fresh: second?.items });
  });

  it('costs what the prices say, with usual replies and with the longest', async () => {
    const { pipeline, folder } = await workplace();
    const models = { 'openai:any': { input: 1e6, output: 1e6 } };
    writeFileSync(path.join(folder, 'prices.json'), JSON.stringify({ asOf: '2026-01-01', models }));
    const flags = ['--embedder', 'none', '--limit', '1', '--prices', 'prices.json', '--max-tokens', '100'];
    const { stdout } = await pipeline('plan', 'rag-dialog', ...flags, '--json');
    const { total } = JSON.parse(stdout) as {
      total: Record<'expected' | 'most', { costUsd: number; tokens: { input: number; output: number } }>;
    };
    const { input, output } = total.expected.tokens;
    expect(total.expected.costUsd).toBe(input + output);
    expect(total.most.costUsd).toBe(input + 100 * (output / 32));
    const { stdout: unpriced } = await pipeline('plan', 'rag-dialog', ...flags.slice(0, 4));
    expect(unpriced).toMatch(/^answers .* unknown +unknown$/m);
  });

  it('of runs that ask nobody says so', async () => {
    const { pipeline } = await workplace();
    const { stdout, code } = await pipeline(
      'plan',
      'rag-dialog',
      '--embedder',
      'none',
      '--model',
      'extractive',
    );
    expect([stdout.trim(), code]).toEqual([
      'rag-dialog: nothing is asked of a server; a run costs nothing',
      0,
    ]);
  });

  it('is part of a dry run, which computes nothing', async () => {
    const { pipeline } = await workplace();
    const flags = ['--embedder', 'none', '--retriever', 'bm25'];
    const before = await pipeline('run', 'rag-dialog', ...flags, '--dry-run');
    expect(before.stdout).toContain('answers: not known before dataset, passages, ranking has run');
    await pipeline('plan', 'rag-dialog', ...flags);
    const after = await pipeline('run', 'rag-dialog', ...flags, '--dry-run');
    expect(after.stdout).toMatch(/^step +items +in the store +shared +new +calls +input tokens/m);
    const json = await pipeline('run', 'rag-dialog', ...flags, '--dry-run', '--json');
    const steps: readonly { step: string; asks: { state: string } | null }[] = JSON.parse(json.stdout);
    expect(steps.find(({ step }) => step === 'answers')?.asks?.state).toBe('known');
    expect(steps.find(({ step }) => step === 'ranking')?.asks).toBeNull();
  });
});
