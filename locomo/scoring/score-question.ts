import { evidenceRecall } from '../metrics/evidence-recall.ts';
import { roundAsPython } from '../metrics/round.ts';
import { roundScore, scoreAnswer } from '../metrics/score-answer.ts';
import type { AnsweredQuestion } from './answered-question.ts';
import type { Protocol } from './protocol.ts';

/** The scores of one question, in [0, 1]. What has none is null, and `reasons` says why. */
export interface QuestionScore {
  readonly f1: number | null;
  /** Of the evidence, by what was retrieved; what a question's line in a file holds. */
  readonly recall: number | null;
  /** What the question adds to an average of recall; null where it is left out of it. */
  readonly recallShare: number | null;
  readonly reasons: { readonly f1?: string; readonly recall?: string };
}

interface Score {
  readonly score: number | null;
  readonly reason?: string;
}

/** Scores one question by a protocol: token F1 (or what its category has in its place) and recall of the evidence. */
export function scoreQuestion(answered: AnsweredQuestion, protocol: Protocol): QuestionScore {
  const f1 = answerScore(answered, protocol);
  const recall = recallScore(answered, protocol);
  const isCounted = evidenceOf(answered, protocol).length > 0 || protocol.withoutEvidence === 'left-out';
  return {
    f1: f1.score,
    recall: recall.score,
    // The released aggregate adds 0 for a question without evidence, though its own recall is 1.
    recallShare: recall.score === null || isCounted ? recall.score : 0,
    reasons: {
      ...(f1.reason === undefined ? {} : { f1: f1.reason }),
      ...(recall.reason === undefined ? {} : { recall: recall.reason }),
    },
  };
}

function answerScore({ question, given }: AnsweredQuestion, protocol: Protocol): Score {
  if (given.status !== 'answered' && protocol.unanswered === 'left-out')
    return { score: null, reason: given.reason ?? given.status };
  if (question.answer === null && question.category !== 5) return { score: null, reason: 'no gold answer' };
  const score = given.prediction === null ? 0 : scoreAnswer(question, given.prediction, protocol);
  return { score: protocol.rounding === 'none' ? score : roundScore(question.category, score) };
}

function recallScore(answered: AnsweredQuestion, protocol: Protocol): Score {
  const { context } = answered.given;
  const evidence = evidenceOf(answered, protocol);
  if (evidence.length === 0 && protocol.withoutEvidence === 'left-out')
    return { score: null, reason: 'no evidence' };
  if (context === null && protocol.withoutContext === 'none')
    return { score: null, reason: 'no context was recorded' };
  const score = evidenceRecall(evidence, context);
  return { score: protocol.rounding === 'none' ? score : roundAsPython(score) };
}

function evidenceOf({ question }: AnsweredQuestion, { evidence }: Protocol): readonly string[] {
  return evidence === 'strings' ? question.evidence : question.evidenceTurns;
}
