import { sha256 } from '../engine/digest.ts';
import type { Question } from './sample.ts';

/** The answer that says that a conversation does not tell. The released scorer looks for its first two words. */
export const notMentioned = 'Not mentioned in the conversation';

/** True for temporal questions: the reader is asked for an approximate date drawn from the session's date. */
export function wantsDate({ category }: Pick<Question, 'category'>): boolean {
  return category === 2;
}

/**
 * The two answers that an adversarial question offers, the distractor and `notMentioned`; null for any other
 * question. The order is drawn from the seed, the sample and the index, so that it is the same in every run.
 */
export function answerOptions(
  { category, adversarialAnswer, index }: Pick<Question, 'category' | 'adversarialAnswer' | 'index'>,
  sampleId: string,
  seed: number,
): readonly [string, string] | null {
  if (category !== 5 || adversarialAnswer === null) return null;
  const distractorFirst = Number.parseInt(sha256(`${seed} ${sampleId} ${index}`).slice(0, 2), 16) % 2 === 0;
  return distractorFirst ? [adversarialAnswer, notMentioned] : [notMentioned, adversarialAnswer];
}
