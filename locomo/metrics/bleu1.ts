import { countShared } from './multiset.ts';
import { answerWords } from './normalize-answer.ts';

/**
 * BLEU with unigrams alone, in [0, 1]: the share of the predicted words that the gold answer has, each as often
 * as it occurs there, times the brevity penalty exp(1 − gold length / predicted length) of a prediction that is
 * shorter (Papineni et al. 2002). Words as token F1 counts them, but not stemmed; no smoothing; 0 without words.
 */
export function bleu1(prediction: string, gold: string): number {
  const predicted = answerWords(prediction);
  const expected = answerWords(gold);
  if (predicted.length === 0) return 0;
  const precision = countShared(predicted, expected) / predicted.length;
  return precision * Math.min(1, Math.exp(1 - expected.length / predicted.length));
}
