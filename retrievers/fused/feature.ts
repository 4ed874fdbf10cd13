import type { Conversation } from './conversation.ts';
import type { Question } from './question.ts';

/** One way to tell which turns answer a question: a number for each turn, in the order of the conversation. */
export interface Feature {
  /** Names its weight. */
  readonly name: string;
  /** What is read besides words. */
  readonly needs?: 'tokens';
  /** Gets ready once for a conversation; what it returns is called for each question. */
  open(conversation: Conversation): (question: Question) => ArrayLike<number>;
}

/** Numbers as shares of the largest one; all 0 where none is above 0. */
export function sharesOfBest(scores: Float64Array): Float64Array {
  let best = 0;
  for (const score of scores) best = Math.max(best, score);
  return best === 0 ? scores : scores.map((score) => score / best);
}

/** Numbers moved and scaled so that the least is 0 and the largest 1; all 0 where they are alike. */
export function spreadOut(scores: Float64Array): Float64Array {
  let [least, most] = [Infinity, -Infinity];
  for (const score of scores) {
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  const range = most - least;
  return range > 0 ? scores.map((score) => (score - least) / range) : scores.map(() => 0);
}
