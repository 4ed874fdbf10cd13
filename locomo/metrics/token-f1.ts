import { porterStem } from '../text/porter.ts';
import { answerWords } from './normalize-answer.ts';

/**
 * Token F1 in [0, 1]: the harmonic mean of precision and recall over stemmed words, each counted as
 * often as it occurs; 0 where nothing is shared, also when both are empty.
 */
export function tokenF1(prediction: string, gold: string): number {
  const predicted = answerWords(prediction).map(porterStem);
  const expected = answerWords(gold).map(porterStem);
  const shared = countShared(predicted, expected);
  if (shared === 0) return 0;
  const precision = shared / predicted.length;
  const recall = shared / expected.length;
  return (2 * precision * recall) / (precision + recall);
}

/** The size of the intersection of two multisets. */
function countShared(left: readonly string[], right: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const token of left) unmatched.set(token, (unmatched.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of right) {
    const count = unmatched.get(token) ?? 0;
    if (count === 0) continue;
    unmatched.set(token, count - 1);
    shared += 1;
  }
  return shared;
}
