import { answerLength } from '../metrics/answer-length.ts';
import { retrievalQuality, type RetrievalQuality } from '../metrics/retrieval-quality.ts';
import { saysUnknown } from '../metrics/score-answer.ts';
import { wordOverlap, type WordOverlap } from '../metrics/word-overlap.ts';
import type { AnsweredQuestion } from './answered-question.ts';
import { released, repaired } from './protocol.ts';
import { scoreQuestion, type QuestionScore } from './score-question.ts';

/** Everything that is measured of one answered question. */
export interface QuestionResult extends AnsweredQuestion {
  readonly scores: { readonly released: QuestionScore; readonly repaired: QuestionScore };
  /** Null where there is no answer, or no gold answer to compare it with. */
  readonly overlap: WordOverlap | null;
  /** Words of the answer; null where there is none. */
  readonly words: number | null;
  /** Whether the answer says that the conversation does not tell; null where there is none. */
  readonly abstains: boolean | null;
  /** Null where nothing can be said, as `retrievalQuality` has it. */
  readonly retrieval: { readonly turn: RetrievalQuality | null; readonly session: RetrievalQuality | null };
}

/**
 * Measures each answer. Where no context at all was recorded, nothing was retrieved, and there is no recall in
 * either protocol; the released files of such runs have none.
 */
export function measureAnswers(answers: readonly AnsweredQuestion[]): readonly QuestionResult[] {
  const hasContext = answers.some(({ given }) => given.context !== null);
  const score = (answered: AnsweredQuestion, name: typeof released): QuestionScore => {
    const scored = scoreQuestion(answered, name);
    return hasContext ? scored : withoutRecall(scored);
  };
  return answers.map((answered) => {
    const { question, given } = answered;
    const answer = given.status === 'answered' ? given.prediction : null;
    return {
      ...answered,
      scores: { released: score(answered, released), repaired: score(answered, repaired) },
      overlap: answer === null ? null : wordOverlap(question, answer),
      words: answer === null ? null : answerLength(answer),
      abstains: answer === null ? null : saysUnknown(answer),
      retrieval: {
        turn: retrievalQuality(question, given.context, 'turn'),
        session: retrievalQuality(question, given.context, 'session'),
      },
    };
  });
}

function withoutRecall({ f1, reasons }: QuestionScore): QuestionScore {
  return {
    f1,
    recall: null,
    recallShare: null,
    reasons: { ...reasons, recall: 'no context was recorded' },
  };
}
