import type { Question } from '../sample.ts';
import { bleu1 } from './bleu1.ts';
import { exactMatch } from './exact-match.ts';
import { rougeL } from './rouge-l.ts';

/** How far an answer is word for word the gold answer, each in [0, 1]. */
export interface WordOverlap {
  readonly exactMatch: number;
  readonly bleu1: number;
  readonly rougeL: number;
}

/**
 * Compares an answer with the gold one, which in category 3 ends before the first ";"; a list counts as one
 * text. Null for category 5, which has no gold answer to compare with.
 */
export function wordOverlap(
  { category, answer }: Pick<Question, 'category' | 'answer'>,
  prediction: string,
): WordOverlap | null {
  if (category === 5 || answer === null) return null;
  const gold = category === 3 ? answer.replace(/;.*/s, '') : answer;
  return {
    exactMatch: exactMatch(prediction, gold),
    bleu1: bleu1(prediction, gold),
    rougeL: rougeL(prediction, gold),
  };
}
