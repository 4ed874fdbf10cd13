import type { Category } from '../sample.ts';
import { questionName, type AnsweredQuestion } from '../scoring/answered-question.ts';
import { evidenceReach, type EvidenceReach, type Retrieval } from './evidence-reach.ts';

/**
 * What became of a question: it was answered right, or it was lost at one of the places, which follow each other in
 * this order; or it cannot be told.
 */
export const outcomes = [
  'right',
  'in no passage',
  'not ranked',
  'below k',
  'cut by the token budget',
  'answered wrong',
  'gold contested',
  'no answer',
] as const;
export type Outcome = (typeof outcomes)[number];

/** A question with all that is known about how it was answered. */
export interface TracedQuestion {
  readonly answer: AnsweredQuestion;
  /** In [0, 1]; null where there is none. */
  readonly score: number | null;
  readonly retrieval: Retrieval;
}

/** Where one question was lost. */
export interface Loss {
  readonly sampleId: string;
  readonly qaIndex: number;
  readonly category: Category;
  readonly outcome: Outcome;
  readonly score: number | null;
  /** How many of its evidence turns came how far. */
  readonly evidence: EvidenceReach;
}

export interface LadderOptions {
  /** Answers with at least this score are right. */
  readonly rightFrom: number;
  /** Names of questions whose gold is contested. */
  readonly contested: ReadonlySet<string>;
}

/**
 * Says for each question where it was lost: at the first place that some of its evidence did not get past. Where all
 * of it was in the context, the answer is wrong, or the gold is contested. An adversarial question has no evidence
 * for its answer, so it can only be lost in answering; so can one without evidence.
 */
export function lossLadder(
  questions: readonly TracedQuestion[],
  { rightFrom, contested }: LadderOptions,
): readonly Loss[] {
  return questions.map(({ answer, score, retrieval }) => {
    const { sample, question } = answer;
    const evidence = evidenceReach(question, retrieval);
    const outcomeOf = (): Outcome => {
      if (score === null || answer.given.status !== 'answered') return 'no answer';
      if (score >= rightFrom) return 'right';
      const rung = question.category === 5 ? null : firstLoss(evidence);
      return rung ?? (contested.has(questionName(answer)) ? 'gold contested' : 'answered wrong');
    };
    return {
      sampleId: sample.sampleId,
      qaIndex: question.index,
      category: question.category,
      outcome: outcomeOf(),
      score,
      evidence,
    };
  });
}

function firstLoss({ turns, inPassages, ranked, inTopK, read }: EvidenceReach): Outcome | null {
  if (inPassages < turns) return 'in no passage';
  if (ranked < turns) return 'not ranked';
  if (inTopK < turns) return 'below k';
  return read < turns ? 'cut by the token budget' : null;
}
