import { formatDay, formatMonth } from './calendar.ts';
import { dateFit } from './named-date.ts';
import type { Question } from './question.ts';
import { type Sentence, sentenceWeights } from './sentences.ts';
import { timeExpression } from './time-expressions.ts';

/** What a sentence gains by naming a time, in units of the sentence score; set by hand. */
const namesTime = 0.6;

/**
 * Answers a question for a day, a month or a year: with the time that the best sentence names, or the day it was
 * said; undefined where no sentence has a day. A date in the question is held against the time named, not against
 * the day of speaking.
 */
export function answerTime(question: Question, sentences: readonly Sentence[]): string | undefined {
  let best: { value: number; answer: string } | undefined;
  for (const { text, said, score } of sentences) {
    if (said === undefined) continue;
    const named = timeExpression(text, said);
    const day = named?.day ?? said;
    const refit = sentenceWeights.date * (dateFit(question.date, day) - dateFit(question.date, said));
    const value = score + refit + (named === undefined ? 0 : namesTime);
    if (best === undefined || value > best.value)
      best = { value, answer: inUnit(question.kind, day) ?? named?.phrase ?? formatDay(said) };
  }
  return best?.answer;
}

function inUnit(kind: Question['kind'], day: Parameters<typeof formatMonth>[0]): string | undefined {
  if (kind === 'month') return formatMonth(day);
  return kind === 'year' ? String(day.year) : undefined;
}
