import { categoryIds } from '../locomo/categories.ts';
import { comparePairs, type ScoredPair } from '../locomo/statistics/paired-comparison.ts';
import { alignLeft } from './columns.ts';
import { points } from './points.ts';
import type { QuestionResult, RunReport } from './run-report.ts';

/** A run of a grid under the name of its cell. */
export interface NamedRun {
  readonly cell: string;
  readonly report: Pick<RunReport, 'results'>;
}

/** The run with the highest F1 on some questions, and the runs that these questions do not tell from it. */
export interface BestCell {
  readonly scope: string;
  readonly cell: string;
  /** The mean over the questions that every run has a score for. */
  readonly f1: number;
  readonly questions: number;
  /** The cells whose paired difference has an interval that reaches 0; empty where the best one is the winner. */
  readonly notTold: readonly string[];
}

/** The best run of a grid, by category and over all questions. No winner is named where others cannot be told from it. */
export function bestCells(runs: readonly NamedRun[]): readonly BestCell[] {
  const scopes = [...categoryIds.map(String), 'overall'];
  return scopes.flatMap((scope) => bestOf(scope, runs) ?? []);
}

/** The same as text; empty where there is nothing to choose from. */
export function bestCellsText(best: readonly BestCell[]): string {
  if (best.length === 0) return '';
  const rows = best.map(({ scope, cell, f1, questions, notTold }) => [
    `  ${scope}`,
    points(f1),
    `${questions}`,
    cell,
    notTold.length === 0 ? 'ahead of all others' : `no winner: not told from ${notTold.length} of the others`,
  ]);
  return [
    'highest F1 by category, paired over the questions (95 % intervals over conversations)',
    alignLeft([['', 'F1', 'questions', 'run', ''], ...rows]),
  ].join('\n');
}

function bestOf(scope: string, runs: readonly NamedRun[]): BestCell | undefined {
  const scored = runs.map(({ cell, report }) => ({ cell, f1: f1Of(report.results, scope) }));
  const [first, ...others] = scored;
  if (first === undefined || others.length === 0) return undefined;
  const shared = [...first.f1.keys()].filter((question) => others.every(({ f1 }) => f1.has(question)));
  if (shared.length === 0) return undefined;
  const ranked = scored
    .map((each) => ({
      ...each,
      mean: shared.reduce((sum, question) => sum + (each.f1.get(question)?.f1 ?? 0), 0) / shared.length,
    }))
    .toSorted((a, b) => b.mean - a.mean);
  const [best, ...rest] = ranked;
  if (best === undefined) return undefined;
  const notTold = rest.filter(({ f1 }) => {
    const pairs = shared.map((question): ScoredPair => {
      const { f1: score = 0, cluster = '' } = best.f1.get(question) ?? {};
      return { cluster, first: f1.get(question)?.f1 ?? 0, second: score };
    });
    const { interval } = comparePairs(pairs, { interval: 'student', samples: 0, seed: 0 });
    return interval === null || interval[0] <= 0;
  });
  return {
    scope,
    cell: best.cell,
    f1: best.mean,
    questions: shared.length,
    notTold: notTold.map(({ cell }) => cell),
  };
}

function f1Of(
  results: readonly QuestionResult[],
  scope: string,
): ReadonlyMap<string, { readonly f1: number; readonly cluster: string }> {
  return new Map(
    results.flatMap(({ sample_id: cluster, qa_index: index, category, f1 }) =>
      f1 === null || (scope !== 'overall' && String(category) !== scope)
        ? []
        : [[`${cluster}/${index}`, { f1, cluster }] as const],
    ),
  );
}
