import type { Category } from '../sample.ts';
import { recallShare, type ScoreRow } from './score-row.ts';

/** One value per category, under its released id. */
type ByCategory<Value> = { readonly [id in Category]: Value };

/** Micro averages in [0, 1] and the numbers of questions behind them; null where nothing was counted. */
export interface ScoreSummary {
  readonly f1: ByCategory<number | null> & {
    readonly overall: number | null;
    /** Over categories 1 to 4, as many projects report it. */
    readonly withoutAdversarial: number | null;
  };
  /** As the released aggregate has it: a question without evidence adds 0 and is divided by. */
  readonly recall: ByCategory<number | null> & { readonly overall: number | null };
  /** Questions that have an F1. */
  readonly questions: ByCategory<number> & { readonly overall: number };
  /** Questions that have none; they enter no average. */
  readonly unscored: ByCategory<number> & { readonly overall: number };
}

/** Averages scores over all questions and by category. A missing score is left out and counted, never 0. */
export function summarise(rows: readonly ScoreRow[]): ScoreSummary {
  const scored = rows.filter((row) => row.f1 !== null);
  const unscored = rows.filter((row) => row.f1 === null);
  return {
    f1: {
      overall: meanF1(rows),
      withoutAdversarial: meanF1(rows.filter((row) => row.question.category !== 5)),
      ...byCategory(rows, meanF1),
    },
    recall: { overall: meanRecall(rows), ...byCategory(rows, meanRecall) },
    questions: { overall: scored.length, ...byCategory(scored, count) },
    unscored: { overall: unscored.length, ...byCategory(unscored, count) },
  };
}

function byCategory<Value>(
  rows: readonly ScoreRow[],
  measure: (rows: readonly ScoreRow[]) => Value,
): ByCategory<Value> {
  const of = (id: Category): Value => measure(rows.filter((row) => row.question.category === id));
  return { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) };
}

const count = (rows: readonly ScoreRow[]): number => rows.length;

const meanF1 = (rows: readonly ScoreRow[]): number | null => mean(rows.flatMap(({ f1 }) => f1 ?? []));

const meanRecall = (rows: readonly ScoreRow[]): number | null =>
  mean(rows.flatMap(({ question, recall }) => (recall === null ? [] : recallShare(question, recall))));

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((total, value) => total + value, 0) / values.length;
}
