import { formatDay, formatMonth } from './calendar.ts';
import type { QuestionKind } from './question.ts';
import type { Sentence } from './sentences.ts';
import { timeExpression } from './time-expressions.ts';

/** What a sentence gains by naming a time, in units of the sentence score. */
export interface TimeWeights {
  readonly named: number;
}

/** Answers a question for a day, a month or a year from the best sentence, null where no session has a date. */
export function answerTime(
  kind: QuestionKind,
  sentences: readonly Sentence[],
  weights: TimeWeights,
): string | null {
  let best: { value: number; text: string } | null = null;
  for (const { text, said, score } of sentences) {
    if (said === undefined) continue;
    const named = timeExpression(text, said);
    const value = score + (named === null ? 0 : weights.named);
    if (best !== null && value <= best.value) continue;
    const day = named?.day ?? said;
    const phrase = named?.phrase ?? formatDay(said);
    best = { value, text: kind === 'year' ? String(day.year) : kind === 'month' ? formatMonth(day) : phrase };
  }
  return best?.text ?? null;
}
