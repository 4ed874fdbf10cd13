import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import { stemsOf } from './stem-weights.ts';
import { tokenize } from './tokens.ts';

/**
 * The answer to every question that begins with an auxiliary. It is no reading: most gold answers are yes, and
 * saying no where the best sentence has a negation is no better within the noise.
 */
export const yes = 'Yes';

/** Answers `… A or B?` with the alternative whose words the better sentences hold; undefined where there are none. */
export function answerEitherOr(question: Question, sentences: readonly Sentence[]): string | undefined {
  const [, left, right] = /((?:[\w'-]+ ){0,2}[\w'-]+),? or ([\w' -]+)\??$/.exec(question.text) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const held = sentences.map(({ tokens, score }) => ({ stems: stemsOf(tokens), value: Math.max(0, score) }));
  const support = (alternative: string): number =>
    [...stemsOf(tokenize(alternative))]
      .flatMap((stem) => held.map(({ stems, value }) => (stems.has(stem) ? value : 0)))
      .reduce((sum, value) => sum + value, 0);
  return support(left) >= support(right) ? left : right;
}
