import type { Question } from '../sample.ts';

/**
 * Why an answer is not given to a judge; undefined for one that is. Adversarial questions have no gold answer but
 * abstention, which a rule sees as well as a model. What is not judged is counted apart and is never wrong.
 */
export function whyNotJudged(
  { category, answer: gold }: Pick<Question, 'category' | 'answer'>,
  answer: string | null,
): 'adversarial' | 'no gold answer' | 'not answered' | 'empty answer' | undefined {
  if (category === 5) return 'adversarial';
  if (gold === null) return 'no gold answer';
  if (answer === null) return 'not answered';
  return answer.trim() === '' ? 'empty answer' : undefined;
}
