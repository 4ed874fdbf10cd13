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
  return answerWords(answer).map(stemOf);
}

/** Stems that were needed before: the answers to a benchmark use few words, and use them often. */
const knownStems = new Map<string, string>();
const mostKnown = 50_000;

function stemOf(word: string): string {
  const known = knownStems.get(word);
  if (known !== undefined) return known;
  const stem = porterStem(word);
  if (knownStems.size >= mostKnown) knownStems.clear();
  knownStems.set(word, stem);
  return stem;
}
