import { categoryIds } from '../locomo/categories.ts';
import type { Category } from '../locomo/sample.ts';
import type { AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import type { Protocol } from '../locomo/scoring/protocol.ts';
import { holmAdjusted } from '../locomo/statistics/holm.ts';
import {
  comparePairs,
  type ComparisonSettings,
  type PairedComparison,
} from '../locomo/statistics/paired-comparison.ts';
import { metricScore, type ComparisonMetric } from './comparison-metric.ts';
import type { System } from './shared-questions.ts';

/** A p value up to this one is taken for a difference. */
export const significant = 0.05;

/** All questions, all but the adversarial, or one category. */
export type Scope = 'overall' | 'withoutAdversarial' | Category;

/** Two systems compared on the questions of one scope. */
export interface ComparisonRow extends PairedComparison {
  readonly scope: Scope;
  /** The p value of `test`, and the same after Holm's correction over its family. */
  readonly pValue: number | null;
  readonly holm: number | null;
  /** By conversation, unless that could not come below 0.05 after the correction, however large the difference. */
  readonly test: 'permutation' | 'student';
  /** Tests in the family: overall, each pair; by category, each pair and category. */
  readonly family: number;
}

/** A question with the scores that both systems have for it. */
export interface ScoredTwice {
  readonly answered: AnsweredQuestion;
  readonly first: number;
  readonly second: number;
}

/** A further system compared with the first one by one metric. */
export interface SystemComparison {
  readonly metric: ComparisonMetric;
  /** Places in the list of systems. */
  readonly first: number;
  readonly second: number;
  readonly rows: readonly ComparisonRow[];
  readonly scored: readonly ScoredTwice[];
  /** Questions that one of both has no score for; they enter nothing. */
  readonly unscored: number;
}

/** Compares each further system with the first, by one metric. All have the same questions in the same order. */
export function compareSystems(
  [base, ...others]: readonly System[],
  metric: ComparisonMetric,
  protocol: Protocol,
  settings: ComparisonSettings,
): readonly SystemComparison[] {
  const scores = (system: System): readonly (number | null)[] =>
    system.answers.map((answered) => metricScore(answered, metric, protocol));
  const firsts = base === undefined ? [] : scores(base);
  const compared = others.map((other, index) => {
    const seconds = scores(other);
    const scored = other.answers.flatMap((answered, place) => {
      const [first, second] = [firsts[place] ?? null, seconds[place] ?? null];
      return first === null || second === null ? [] : [{ answered, first, second }];
    });
    const rows = scopesOf(scored).map(({ scope, part }) => ({ scope, ...comparePairs(part, settings) }));
    return { metric, first: 0, second: index + 1, rows, scored, unscored: seconds.length - scored.length };
  });
  const all = compared.flatMap(({ rows }) => rows);
  return compared.map((each) => ({ ...each, rows: each.rows.map((row) => corrected(row, all)) }));
}

/** The scopes that have questions. */
function scopesOf(scored: readonly ScoredTwice[]) {
  const pairs = scored.map(({ answered: { sample, question }, first, second }) => ({
    cluster: sample.sampleId,
    category: question.category,
    first,
    second,
  }));
  const others = pairs.filter(({ category }) => category !== 5);
  const scopes: readonly { readonly scope: Scope; readonly part: typeof pairs }[] = [
    ...categoryIds.map((id) => ({ scope: id, part: pairs.filter(({ category }) => category === id) })),
    { scope: 'withoutAdversarial', part: others.length === pairs.length ? [] : others },
    { scope: 'overall', part: pairs },
  ];
  return scopes.filter(({ scope, part }) => part.length > 0 || scope === 'overall');
}

type PlainRow = PairedComparison & { readonly scope: Scope };

/**
 * Corrects the p value of a row for the number of tests in its family, which all use the same test. Where there
 * is one conversation, or none, there is no test.
 */
function corrected(row: PlainRow, all: readonly PlainRow[]): ComparisonRow {
  const family = all.filter(
    ({ scope, conversations }) => familyOf(scope) === familyOf(row.scope) && conversations > 1,
  );
  const smallest = Math.max(...family.map(({ p }) => p.smallest));
  const test = smallest * family.length > significant ? 'student' : 'permutation';
  const pValues = family.map(({ p }) => (test === 'student' ? p.student : p.byConversation));
  const place = family.indexOf(row);
  return {
    ...row,
    pValue: pValues[place] ?? null,
    holm: holmAdjusted(pValues)[place] ?? null,
    test,
    family: family.length,
  };
}

function familyOf(scope: Scope): string {
  return typeof scope === 'number' ? 'category' : scope;
}
