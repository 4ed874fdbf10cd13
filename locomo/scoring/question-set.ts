import { sha256 } from '../../engine/digest.ts';
import { questionName, type AnsweredQuestion } from './answered-question.ts';

/**
 * Names a set of questions in 12 hexadecimal digits: SHA-256 over their sorted names, a line each. Two averages
 * are comparable where theirs are the same.
 */
export function questionSetDigest(
  questions: readonly Pick<AnsweredQuestion, 'sample' | 'question'>[],
): string {
  const names = questions.map(questionName).toSorted((a, b) => (a < b ? -1 : 1));
  return sha256(names.map((name) => `${name}\n`).join('')).slice(0, 12);
}
