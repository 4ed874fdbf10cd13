import { normalizeAnswer } from './normalize-answer.ts';

/** 1 where two answers are the same once normalised, else 0 (Rajpurkar et al. 2016, with the released normalisation). */
export function exactMatch(prediction: string, gold: string): number {
  return normalizeAnswer(prediction) === normalizeAnswer(gold) ? 1 : 0;
}
