import { questionName } from '../locomo/scoring/answered-question.ts';
import type { ScoredTwice } from './comparison.ts';

/** The questions whose scores differ, the greatest difference first; equal ones in the order of the data. */
export function flips(scored: readonly ScoredTwice[]): readonly ScoredTwice[] {
  return scored.filter((each) => size(each) > 0).toSorted((one, other) => size(other) - size(one));
}

function size({ first, second }: ScoredTwice): number {
  return Math.abs(second - first);
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
