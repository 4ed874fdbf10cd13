import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChatServer } from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const words = ['run', 'rag-dialog', '--data', 'data.json', '--embedder', 'none'];

function workplace() {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), twoConversations());
  return Object.assign((...args: string[]) => runCli(args, { cwd: folder, env: anyKey }), { folder });
}

interface Grid {
  readonly cells: readonly {
    readonly values: { readonly [parameter: string]: string };
    readonly run: string;
    readonly params: { readonly [parameter: string]: unknown };
    readonly scores: { readonly f1: { readonly overall: number } };
  }[];
  readonly repetitions: readonly {
    readonly values: object;
    readonly f1: { readonly mean: number; readonly deviation: number; readonly count: number };
  }[];
}

describe('a grid of runs', { timeout: 120_000 }, () => {
  it('has a run for each combination, the same as if it were run alone', async () => {
    const cli = workplace();
    const ended = await cli(...words, '--retriever', 'bm25,window', '--top-k', '1, 2', '--json');
    expect(ended.code, ended.stderr).toBe(0);
    const { cells }: Grid = JSON.parse(ended.stdout);
    expect(cells.map(({ values }) => values)).toEqual([
      { retriever: 'bm25', 'top-k': '1' },
      { retriever: 'bm25', 'top-k': '2' },
      { retriever: 'window', 'top-k': '1' },
      { retriever: 'window', 'top-k': '2' },
    ]);
    const alone = await cli(...words, '--retriever', 'window', '--top-k', '1', '--json');
    const one: Grid['cells'][number] = JSON.parse(alone.stdout);
    expect(cells[2]).toMatchObject({ run: one.run, params: one.params, scores: one.scores });

    const { stdout } = await cli(...words, '--retriever', 'bm25,window', '--top-k', '1,2');
    const [head, ...rows] = stdout.trim().split('\n\n')[1]?.split('\n') ?? [];
    expect(head).toMatch(/^F1 by category +1 +2 +3 +4 +5 +overall +recall +cost now +run$/);
    expect(rows.map((row) => row.split(/ {3,}/)[0])).toEqual([
      'retriever=bm25 top-k=1',
      'retriever=bm25 top-k=2',
      'retriever=window top-k=1',
      'retriever=window top-k=2',
    ]);
    expect(rows[2]).toContain(one.run);
  });

  it('is written as CSV, with the best run by category, where a file is named', async () => {
    const cli = workplace();
    const grid = [...words, '--retriever', 'bm25,window', '--top-k', '1,2'];
    const ended = await cli(...grid, '--csv', 'grid.csv');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('highest F1 by category');
    const { stdout } = await cli(...grid, '--csv', 'again.csv', '--json');
    const { cells, best }: Grid & { readonly best: readonly { readonly scope: string }[] } =
      JSON.parse(stdout);
    expect(best.at(-1)?.scope).toBe('overall');
    const read = await cli('run', 'rag-dialog', '--data', 'data.json', '--csv', 'one.csv');
    expect(read.code).toBe(2);
    expect(read.stderr).toContain('Expected a grid of runs, found one run.');
    const missing = await cli(...grid, '--csv', 'nowhere/grid.csv');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('--csv: Expected a file that can be written');
    const lines = readFileSync(path.join(cli.folder, 'grid.csv'), 'utf8').trim().split('\r\n');
    expect(lines[0]).toMatch(/^retriever,top-k,f1 1,/);
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(cells.map(({ run }) => run));
  });

  it('repeats: the model is asked anew for each repetition, and keeps what it said', async () => {
    const cli = workplace();
    const { baseUrl, asked } = await startChatServer({
      reply: ({ nth }) => (nth % 2 ? 'red kayak' : 'barn'),
    });
    const model = ['--model', 'openai:any', '--base-url', baseUrl, '--retriever', 'bm25'];
    const first = JSON.parse((await cli(...words, ...model, '--json')).stdout) as Grid['cells'][number];
    const once = asked.length;
    const ended = await cli(...words, ...model, '--replicates', '3', '--json');
    expect(ended.code, ended.stderr).toBe(0);
    // What was answered before there were repetitions is the first of them.
    expect(asked.length).toBe(3 * once);
    const { cells, repetitions }: Grid = JSON.parse(ended.stdout);
    expect(cells.map(({ values }) => values['replicate'])).toEqual(['0', '1', '2']);
    expect(cells[0]?.run).toBe(first.run);
    expect(new Set(cells.map(({ run }) => run)).size).toBe(3);
    const values = cells.map(({ scores }) => scores.f1.overall);
    const mean = values.reduce((sum, value) => sum + value, 0) / 3;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    expect(repetitions).toHaveLength(1);
    expect(repetitions[0]?.f1.mean).toBeCloseTo(mean, 12);
    expect(repetitions[0]?.f1.deviation).toBeCloseTo(Math.sqrt(squares / 2), 12);

    const again = await cli(...words, ...model, '--replicates', '3');
    expect(asked.length).toBe(3 * once);
    expect(again.stdout).toMatch(/^all +\d+\.\d ± \d+\.\d +\d+\.\d ± 0\.0$/m);
    await cli(...words, ...model, '--replicate', '2');
    expect(asked.length).toBe(3 * once);
  });

  it('computes again what it is told to once, however many of its runs share it', async () => {
    const cli = workplace();
    const { baseUrl, asked } = await startChatServer();
    const flags = [
      '--model',
      'openai:any',
      '--base-url',
      baseUrl,
      '--retriever',
      'bm25,window',
      '--top-k',
      '5,6',
    ];
    expect((await cli(...words, ...flags)).code).toBe(0);
    const once = asked.length;
    const again = [...flags, '--overwrite', 'answers'];
    const { stdout } = await cli('plan', ...words.slice(1), ...again, '--json');
    expect(JSON.parse(stdout).total.expected.calls.model).toBe(once);
    expect((await cli(...words, ...again)).code).toBe(0);
    expect(asked.length).toBe(2 * once);
  });

  it('goes on after a run that fails', async () => {
    const cli = workplace();
    const { baseUrl, asked } = await startChatServer({
      fault: ({ model }) =>
        model === 'bad'
          ? { status: 404, body: { error: { message: 'model bad does not exist' } } }
          : undefined,
    });
    const model = ['--retriever', 'bm25', '--base-url', baseUrl];
    const ended = await cli(...words, ...model, '--model', 'openai:bad,openai:good', '--json');
    expect(ended.code).toBeGreaterThan(0);
    expect(ended.stderr).toContain('does not exist');
    const { cells }: Grid = JSON.parse(ended.stdout);
    expect(cells.map(({ values }) => values['model'])).toEqual(['openai:good']);

    const before = asked.length;
    const both = await cli(...words, ...model, '--model', 'openai:bad', '--top-k', '1,2,3');
    expect(both.code).toBeGreaterThan(0);
    // Two that fail for one reason are enough.
    expect(both.stderr).not.toContain('run 3 of 3');
    expect(asked.length - before).toBeLessThan(2 * 6 + 1);
  });

  it('knows values with commas from grids', async () => {
    const cli = workplace();
    const ended = await cli(...words, '--samples', 'talk-a,talk-b', '--json');
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ params: { samples: 'talk-a,talk-b' } });
  });

  it.each([
    [['--top-k', '1,2', '--dry-run'], 'pipeline plan tells'],
    [['--top-k', '1,2', '--references'], 'one of its runs'],
    [['--replicates', '2', '--replicate', '1'], 'found both'],
    [['--replicates', '0'], 'at least 1'],
    [['--replicates', '2', '--set', 'answers.replicate=3'], 'replicate=0, and replicate=1'],
    [['--top-k', '1,2', '--set', 'answers.topK=2'], 'found two that are one'],
    [['--top-k', '1,'], 'Expected a whole number'],
    [['--retriever', 'bm25,windo'], 'Did you mean window?'],
    [['--replicates', '5000', '--top-k', '1,2,3'], 'at most 10000 cells'],
  ])('refuses %j', async (flags, told) => {
    const { code, stderr, stdout } = await workplace()(...words, ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  });

  it('of a pipeline without repetitions refuses them', async () => {
    const folder = temporaryFolder();
    writeData(path.join(folder, 'data.json'), twoConversations());
    const own = path.join(folder, 'own.yaml');
    writeFileSync(own, 'summary: Reads.\nsteps:\n  dataset:\n    stage: load-dataset\nresult: dataset\n');
    const ended = await runCli(['run', own, '--data', 'data.json', '--replicates', '2'], { cwd: folder });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('with the parameter replicate')]);
  });
});
