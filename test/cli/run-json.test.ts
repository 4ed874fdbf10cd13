import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const count = z.int().min(0);
const rate = z.number().min(0).max(1).nullable();
const byCategory = <T extends z.ZodType>(value: T) =>
  ({ overall: value, 1: value, 2: value, 3: value, 4: value, 5: value }) as const;

const spending = {
  calls: z.strictObject({ model: count, embedding: count }),
  tokens: z.strictObject({
    input: count,
    context: count,
    cachedInput: count,
    cacheWrite: count,
    output: count,
  }),
  costUsd: z.number().min(0),
  unpricedCalls: count,
};

/** What `run --json` promises: these members, and no other. */
const report = z.strictObject({
  pipeline: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  run: z.string(),
  status: z.enum(['complete', 'incomplete']),
  scores: z.strictObject({
    f1: z.strictObject({ ...byCategory(rate), withoutAdversarial: rate }),
    recall: z.strictObject(byCategory(rate)),
    questions: z.strictObject(byCategory(count)),
    unscored: z.strictObject(byCategory(count)),
  }),
  repaired: z.strictObject({
    f1: z.strictObject({ ...byCategory(rate), withoutAdversarial: rate }),
    recall: z.strictObject({ ...byCategory(rate), withoutAdversarial: rate }),
  }),
  referenceLines: z.array(
    z.strictObject({
      line: z.string(),
      adversarial: rate,
      withoutAdversarial: rate,
      overall: rate,
      recall: rate.optional(),
    }),
  ),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      stage: z.string(),
      items: count,
      cached: count,
      computed: count,
      failed: count,
      seconds: z.number().min(0),
      ...spending,
      made: z.strictObject(spending),
    }),
  ),
  ...spending,
  made: z.strictObject(spending),
  warnings: z.array(z.string()),
  outputs: z.strictObject({ qa: z.string(), stats: z.string() }),
  results: z.array(
    z.strictObject({
      sample_id: z.string(),
      qa_index: count,
      category: z.int().min(1).max(5),
      prediction: z.string().nullable(),
      context: z.array(z.string()).nullable(),
      f1: rate,
      recall: rate,
      reason: z.string().optional(),
    }),
  ),
});

let folder = '';
let data = '';
beforeEach(() => {
  folder = temporaryFolder();
  const [first, second] = twoConversations();
  // A question without evidence, one whose answer is a number, and one that is asked twice.
  first?.qa.push(
    { question: 'Is Mara brave?', answer: 'yes', evidence: [], category: 3 },
    { question: 'How many kayaks?', answer: 1, evidence: ['D1:1', 'D1:3'], category: 1 },
    { question: 'How many kayaks?', answer: 1, evidence: ['D1:1', 'D1:3'], category: 1 },
  );
  data = writeData(path.join(folder, 'own.json'), [second ?? {}, first ?? {}]);
});

function run(...flags: string[]): Promise<CliResult> {
  const words = ['run', 'rag-dialog', '--data', 'own.json', '--retriever', 'bm25', '--top-k', '2'];
  return runCli([...words, ...flags], { cwd: folder });
}

describe('run --json', () => {
  it('prints one object of the promised form, whose numbers agree', async () => {
    const { stdout, code } = await run('--json');
    expect(code).toBe(0);
    expect(stdout.trimEnd()).not.toContain('\n');
    const { pipeline, params, status, scores, steps, calls, outputs, results } = report.parse(
      JSON.parse(stdout),
    );
    expect([pipeline, status]).toEqual(['rag-dialog', 'complete']);
    expect(params).toMatchObject({ database: 'dialog', retriever: 'bm25', 'top-k': 2, limit: null });
    expect(calls).toEqual({ model: 0, embedding: 0 });

    const asked = JSON.parse(readFileSync(data, 'utf8')).flatMap(
      ({ sample_id, qa }: { sample_id: string; qa: { category: number }[] }) =>
        qa.map(({ category }, index) => ({ sample_id, qa_index: index, category })),
    );
    expect(results.map(({ sample_id, qa_index, category }) => ({ sample_id, qa_index, category }))).toEqual(
      asked,
    );

    const { overall, ...counts } = scores.questions;
    expect(overall).toBe(results.length);
    expect(counts).toEqual({ 1: 2, 2: 1, 3: 1, 4: 3, 5: 2 });
    expect(scores.f1.overall).toBeCloseTo(mean(results.map(({ f1 }) => f1)), 12);
    const plain = results.filter(({ category }) => category !== 5);
    expect(scores.f1.withoutAdversarial).toBeCloseTo(mean(plain.map(({ f1 }) => f1)), 12);

    for (const { items, cached, computed, failed } of steps) expect(cached + computed + failed).toBe(items);
    expect(steps.map(({ step, items }) => [step, items])).toEqual([
      ['dataset', 2],
      ['passages', 2],
      ['ranking', 9],
      ['answers', 9],
      ['scores', 9],
    ]);
    for (const output of Object.values(outputs)) {
      expect(path.isAbsolute(output)).toBe(true);
      expect(existsSync(output)).toBe(true);
    }
  });

  it('says of a second run that nothing was computed, and the rest in the same words', async () => {
    const first = report.parse(JSON.parse((await run('--json')).stdout));
    const second = report.parse(JSON.parse((await run('--json')).stdout));
    for (const { computed } of second.steps) expect(computed).toBe(0);
    expect({ ...second, steps: [] }).toEqual({ ...first, steps: [] });
  });

  it('counts the questions of a part alone', async () => {
    const limited = report.parse(JSON.parse((await run('--json', '--limit', '2')).stdout));
    expect(limited.results.map(({ sample_id }) => sample_id)).toEqual(['talk-b', 'talk-b']);
    const chosen = report.parse(JSON.parse((await run('--json', '--samples', 'talk-a')).stdout));
    expect(chosen.results.map(({ sample_id }) => sample_id)).toEqual(Array(6).fill('talk-a'));
    expect(chosen.scores.questions.overall).toBe(6);
  });
});

describe('the files of a run', () => {
  const key = 'extractive_dialog_bm25_top_2';

  it('hold the released objects with what was predicted, and the released statistics', async () => {
    const { outputs, results } = report.parse(JSON.parse((await run('--json')).stdout));
    expect([path.basename(outputs.qa), path.basename(outputs.stats)]).toEqual([
      'rag-dialog_qa.json',
      'rag-dialog_qa_stats.json',
    ]);
    const given = JSON.parse(readFileSync(data, 'utf8'));
    const written = JSON.parse(readFileSync(outputs.qa, 'utf8'));
    let at = 0;
    const expected = given.map(({ sample_id, qa }: { sample_id: string; qa: object[] }) => ({
      sample_id,
      qa: qa.map((question) => {
        const { prediction, context, f1, recall } = results[at++] ?? {};
        return {
          ...question,
          [`${key}_prediction`]: prediction,
          [`${key}_prediction_context`]: context,
          [`${key}_f1`]: expect.closeTo(f1 ?? NaN, 3),
          [`${key}_recall`]: recall === null ? null : expect.closeTo(recall ?? NaN, 3),
        };
      }),
    }));
    expect(written).toEqual(expected);

    const stats = JSON.parse(readFileSync(outputs.stats, 'utf8'));
    expect(Object.keys(stats)).toEqual([key]);
    expect(Object.keys(stats[key])).toEqual([
      'category_counts',
      'cum_accuracy_by_category',
      'recall_by_category',
    ]);
    expect(stats[key].category_counts).toEqual({ 1: 2, 2: 1, 3: 1, 4: 3, 5: 2 });
    for (const category of [1, 2, 3, 4, 5]) {
      const own = results.filter((result) => result.category === category);
      const sum = own.reduce((total, { f1 }) => total + (f1 ?? 0), 0);
      expect(stats[key].cum_accuracy_by_category[category]).toBeCloseTo(sum, 2);
    }
  });

  it('are the same bytes whenever and wherever the run is made', async () => {
    const [here, there] = [
      await run('--json', '--out', 'a'),
      await run('--json', '--out', 'b', '--concurrency', '1'),
    ];
    const [a, b] = [here, there].map(({ stdout }) => report.parse(JSON.parse(stdout)));
    expect(a?.run).toBe(b?.run);
    for (const name of ['run.json', 'rag-dialog_qa.json', 'rag-dialog_qa_stats.json']) {
      const [left, right] = ['a', 'b'].map((out) =>
        readFileSync(path.join(folder, out, 'runs', a?.run ?? '', name)),
      );
      expect(left?.equals(right ?? Buffer.of())).toBe(true);
    }
  });

  it('tell in run.json what is needed to repeat the run', async () => {
    const { run: id } = report.parse(JSON.parse((await run('--json', '--set', 'answers.seed=7')).stdout));
    const record = JSON.parse(readFileSync(path.join(folder, 'outputs', 'runs', id, 'run.json'), 'utf8'));
    expect(record).toMatchObject({
      run: id,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      pipeline: 'rag-dialog',
      params: { database: 'dialog', retriever: 'bm25', 'top-k': 2 },
      data: { file: 'own.json', bytes: readFileSync(data).length, identity: { sha256: expect.any(String) } },
    });
    expect(record.steps.map(({ step }: { step: string }) => step)).toEqual([
      'dataset',
      'passages',
      'ranking',
      'answers',
      'scores',
    ]);
    for (const { version, artifact, content } of record.steps)
      expect([version, artifact, content]).toEqual([
        expect.any(Number),
        expect.stringMatching(/^[0-9a-f]{64}$/),
        expect.stringMatching(/^[0-9a-f]{64}$/),
      ]);
    expect(record.steps[3].settings).toMatchObject({ topK: 2, seed: 7 });
    expect(record.steps[3].services.reader).toMatchObject({
      reader: 'extractive',
      version: expect.any(Number),
    });
    expect(JSON.stringify(record)).not.toMatch(/20\d\d-\d\d-\d\dT|seconds/);
  });
});

function mean(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? NaN), 0) / values.length;
}
