import { questionName } from '../locomo/scoring/answered-question.ts';
import type { ScoredTwice } from './comparison.ts';

/** The questions whose scores differ: the greatest difference first, then by category, then in the order of the data. */
export function flips(scored: readonly ScoredTwice[]): readonly ScoredTwice[] {
  return scored
    .filter(({ first, second }) => first !== second)
    .toSorted(
      (one, other) =>
        size(other) - size(one) || one.answered.question.category - other.answered.question.category,
    );
}

/** Without the last digits, by which computed differences that are equal may differ. */
function size({ first, second }: ScoredTwice): number {
  return Math.round(Math.abs(second - first) * 1e9);
}

/** A question whose scores differ, for machines. */
export function flipRecord({ answered, first, second }: ScoredTwice) {
  const { question } = answered;
  return {
    id: questionName(answered),
    category: question.category,
    first,
    second,
    difference: second - first,
    question: question.question,
  };
}
