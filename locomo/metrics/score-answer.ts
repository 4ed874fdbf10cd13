import type { Category, Question } from '../sample.ts';
import { normalizeAnswer } from './normalize-answer.ts';
import { numpyMean } from './numpy-mean.ts';
import { roundAsNumpy, roundAsPython } from './round.ts';
import { splitList } from './split-list.ts';
import { tokenF1 } from './token-f1.ts';

/** How the scores of categories 1 and 5 are taken; by default as the released scorer does. */
export interface AnswerRules {
  /** A list is split at every comma, or not inside a date. */
  readonly commas: 'all' | 'outside-dates';
  /** An adversarial answer is right where it abstains, or where it does and is not the distractor word for word. */
  readonly abstention: 'substring' | 'not-distractor';
}

const releasedRules: AnswerRules = { commas: 'all', abstention: 'substring' };

/**
 * The released score of a prediction, in [0, 1] and not rounded, by category:
 * 1: gold and prediction are lists, split at commas; the mean over gold parts of the best token F1.
 * 2 and 4: token F1. 3: token F1 against the gold before the first ";".
 * 5: 1 where the prediction says that the conversation does not tell, else 0; the gold is not read.
 */
export function scoreAnswer(
  question: Pick<Question, 'category' | 'answer'> & Partial<Pick<Question, 'adversarialAnswer'>>,
  prediction: string,
  { commas, abstention }: AnswerRules = releasedRules,
): number {
  if (question.category === 5) {
    const distractor = abstention === 'substring' ? null : (question.adversarialAnswer ?? null);
    return saysUnknown(prediction) && !isSame(prediction, distractor) ? 1 : 0;
  }
  const gold = question.answer;
  if (gold === null) throw new TypeError(`a question of category ${question.category} without an answer`);
  switch (question.category) {
    case 1:
      return multiAnswerF1(splitList(prediction, commas), splitList(gold, commas));
    case 2:
    case 4:
      return tokenF1(prediction, gold);
    case 3:
      return tokenF1(prediction, gold.replace(/;.*/s, ''));
  }
}

/** A score to three places, as the released results hold it; sums and means are taken of these. */
export function roundScore(category: Category, score: number): number {
  // The released mean over parts is a numpy number, and those round in their own way.
  return category === 1 ? roundAsNumpy(score) : roundAsPython(score);
}

/** Whether an answer abstains, by the words that the released scorer looks for. */
export function saysUnknown(prediction: string): boolean {
  const text = prediction.toLowerCase();
  return text.includes('no information available') || text.includes('not mentioned');
}

function isSame(prediction: string, distractor: string | null): boolean {
  return distractor !== null && normalizeAnswer(prediction) === normalizeAnswer(distractor);
}

function multiAnswerF1(predictions: readonly string[], gold: readonly string[]): number {
  return numpyMean(gold.map((part) => Math.max(...predictions.map((candidate) => tokenF1(candidate, part)))));
}
