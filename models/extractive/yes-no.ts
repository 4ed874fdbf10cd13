import type { Question } from './question.ts';
import { type Sentence, stemsOf } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** Answers a question that begins with an auxiliary. The gold answers lean to yes, and so does the rule. */
export function answerYesNo(): string {
  return 'Yes';
}

/** Answers `A or B?`: the alternative of which the better sentences say more. */
export function answerEitherOr(question: Question, sentences: readonly Sentence[]): string {
  const [, left, right] = /([\w' -]+?),? or ([\w' -]+)\??$/.exec(question.text) ?? [];
  if (left === undefined || right === undefined) return answerYesNo();
  const alternatives = [left.split(' ').slice(-3).join(' '), right];
  const support = alternatives.map((text) => {
    const stems = [...stemsOf(tokenize(text))];
    return sentences.reduce((sum, s) => {
      const held = stemsOf(s.tokens);
      return sum + Math.max(0, s.score) * stems.filter((stem) => held.has(stem)).length;
    }, 0);
  });
  return (support[0] ?? 0) >= (support[1] ?? 0) ? (alternatives[0] ?? '') : (alternatives[1] ?? '');
}
