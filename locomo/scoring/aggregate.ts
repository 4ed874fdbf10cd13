import type { RetrievalLevel, RetrievalQuality } from '../metrics/retrieval-quality.ts';
import type { WordOverlap } from '../metrics/word-overlap.ts';
import type { AnswerStatus } from './answered-question.ts';
import { breakdown, type Breakdown } from './breakdown.ts';
import { byDistance, type ByDistance } from './by-distance.ts';
import type { QuestionResult } from './question-result.ts';
import { questionSetDigest } from './question-set.ts';

/** The averages under one protocol. */
export interface ProtocolAverages {
  /** Digest of the questions that have an F1. */
  readonly questionSet: string;
  readonly f1: Breakdown;
  readonly recall: Breakdown;
  readonly f1ByDistance: ByDistance;
  /** Over the questions of categories 1 to 4; one without an answer scores 0 where its F1 does. */
  readonly overlap: { readonly [metric in keyof WordOverlap]: Breakdown };
}

/** Everything that is said of the answers of one system. */
export interface Aggregate {
  readonly questions: number;
  /** Digest of all questions that were asked. */
  readonly questionSet: string;
  readonly statuses: { readonly [status in AnswerStatus]: number };
  /** Answers that say that the conversation does not tell. */
  readonly abstaining: number;
  readonly released: ProtocolAverages;
  readonly repaired: ProtocolAverages;
  /** Words of the answers that there are. */
  readonly words: Breakdown;
  /** Over the questions that have resolvable evidence and a recorded context. */
  readonly retrieval: {
    readonly [level in RetrievalLevel]: { readonly [metric in keyof RetrievalQuality]: Breakdown };
  };
}

/** Averages what was measured of each question. */
export function aggregate(results: readonly QuestionResult[]): Aggregate {
  return {
    questions: results.length,
    questionSet: questionSetDigest(results),
    statuses: {
      answered: count(results, 'answered'),
      empty: count(results, 'empty'),
      missing: count(results, 'missing'),
      failed: count(results, 'failed'),
    },
    abstaining: results.filter(({ abstains }) => abstains).length,
    released: protocolAverages(results, 'released'),
    repaired: protocolAverages(results, 'repaired'),
    words: averages(results, ({ words }) => words, [0, Infinity]),
    retrieval: { turn: retrievalAverages(results, 'turn'), session: retrievalAverages(results, 'session') },
  };
}

function protocolAverages(
  results: readonly QuestionResult[],
  protocol: 'released' | 'repaired',
): ProtocolAverages {
  const overlap = (metric: keyof WordOverlap): Breakdown =>
    averages(results, ({ scores, overlap: measured, question }) => {
      if (scores[protocol].f1 === null || question.category === 5) return null;
      return measured?.[metric] ?? 0;
    });
  const rows = results.map(({ sample, question, scores }) => ({
    sample,
    question,
    f1: scores[protocol].f1,
    recall: null,
  }));
  return {
    questionSet: questionSetDigest(rows.filter(({ f1 }) => f1 !== null)),
    f1: averages(results, ({ scores }) => scores[protocol].f1),
    recall: averages(results, ({ scores }) => scores[protocol].recallShare),
    f1ByDistance: byDistance(rows),
    overlap: { exactMatch: overlap('exactMatch'), bleu1: overlap('bleu1'), rougeL: overlap('rougeL') },
  };
}

function retrievalAverages(
  results: readonly QuestionResult[],
  level: RetrievalLevel,
): Aggregate['retrieval'][RetrievalLevel] {
  const of = (metric: keyof RetrievalQuality): Breakdown =>
    averages(results, ({ retrieval }) => retrieval[level]?.[metric] ?? null);
  return {
    recallAny: of('recallAny'),
    recallAll: of('recallAll'),
    precision: of('precision'),
    mrr: of('mrr'),
    ndcg: of('ndcg'),
  };
}

function averages(
  results: readonly QuestionResult[],
  measure: (result: QuestionResult) => number | null,
  range?: Parameters<typeof breakdown>[1],
): Breakdown {
  return breakdown(
    results.map((result) => ({ sample: result.sample, question: result.question, value: measure(result) })),
    range,
  );
}

function count(results: readonly QuestionResult[], status: AnswerStatus): number {
  return results.filter(({ given }) => given.status === status).length;
}
