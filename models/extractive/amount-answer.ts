import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';

const number = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|a couple of|a few|few|several)';
const duration = new RegExp(`\\b${number} (?:days?|weeks?|months?|years?)\\b`, 'i');
const frequency = new RegExp(
  `\\b(?:once|twice|${number} times)(?: an?| per)? (?:day|week|month|year)\\b|\\bevery (?:day|week|month|year)\\b`,
  'i',
);
/** A number that is no duration and no time of day. */
const count =
  /\b(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b(?! (?:days?|weeks?|months?|years?|am|pm)\b)/i;

/**
 * Answers a question for a duration, a frequency or a number with the one in the best sentence that has one;
 * undefined where none has. Nothing is counted or computed.
 */
export function answerAmount(question: Question, sentences: readonly Sentence[]): string | undefined {
  const pattern =
    question.kind === 'duration' ? duration : /\boften\b/i.test(question.text) ? frequency : count;
  const [amount] = sentences.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
  return amount !== undefined && /\bhow long ago\b/i.test(question.text) ? `${amount} ago` : amount;
}
