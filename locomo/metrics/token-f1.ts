import { porterStem } from '../text/porter.ts';
import { countShared } from './multiset.ts';
import { answerWords } from './normalize-answer.ts';

/**
 * Token F1 in [0, 1]: the harmonic mean of precision and recall over stemmed words, each counted as
 * often as it occurs; 0 where nothing is shared, also when both are empty.
 */
export function tokenF1(prediction: string, gold: string): number {
  const predicted = stemsOf(prediction);
  const expected = stemsOf(gold);
  const shared = countShared(predicted, expected);
  if (shared === 0) return 0;
  const precision = shared / predicted.length;
  const recall = shared / expected.length;
  return (2 * precision * recall) / (precision + recall);
}

/** The stemmed words of an answer that count, each as often as it occurs. */
function stemsOf(answer: string): string[] {
  return answerWords(answer).map(porterStem);
}
