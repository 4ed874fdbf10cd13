import type { AdversarialReport } from '../locomo/diagnosis/adversarial.ts';
import { summarise, type ScoreSummary } from '../locomo/metrics/summarise.ts';
import type { RetrievalQuality } from '../locomo/metrics/retrieval-quality.ts';
import type { AnswerStatus } from '../locomo/scoring/answered-question.ts';
import type { Aggregate } from '../locomo/scoring/aggregate.ts';
import type { Breakdown } from '../locomo/scoring/breakdown.ts';
import type { protocols } from '../locomo/scoring/protocol.ts';
import type { QuestionResult } from '../locomo/scoring/question-result.ts';
import type { Category } from '../locomo/sample.ts';
import type { ErrataReport } from './errata-report.ts';
import type { ReferenceScore } from './reference-table.ts';

/** The name of a protocol. */
export type ProtocolName = keyof typeof protocols;

/** What is told of the answers of one system beside their scores. */
export interface AnswersFacts {
  readonly file: string;
  /** The key of the system in a released-style file. */
  readonly key?: string;
  readonly data: { readonly file: string; readonly sha256: string; readonly questions: number };
  /** What chose the questions that are scored; empty where all of the data are. */
  readonly scope: readonly string[];
  /** What `scores` and the lines of questions follow. */
  readonly protocol: ProtocolName;
  /** The recall that no ranking of the database can pass; absent where the database is not known. */
  readonly recallCeiling?: { readonly [name in ProtocolName]: Breakdown };
  /** Absent for a run, of which `diagnose` knows confidences and the order of options, too. */
  readonly adversarial?: AdversarialReport;
  /** What systems that know nothing score on the same data, under the protocol. */
  readonly referenceLines: readonly ReferenceScore[];
  /** Absent without errata. */
  readonly errata?: ErrataReport;
}

/** What `score --json` prints. Rates are fractions. */
export interface AnswersReport extends AnswersFacts, Aggregate {
  readonly status: 'complete' | 'incomplete';
  /** As `run --json` has them, under the chosen protocol. */
  readonly scores: ScoreSummary;
  readonly warnings: readonly string[];
  readonly results: readonly QuestionLine[];
}

/** A question in a line of `--out`: under the field names of the released files, scored by one protocol. */
export interface QuestionLine {
  readonly sample_id: string;
  readonly qa_index: number;
  readonly category: Category;
  readonly status: AnswerStatus;
  readonly f1: number | null;
  readonly recall: number | null;
  readonly exact_match: number | null;
  readonly bleu_1: number | null;
  readonly rouge_l: number | null;
  readonly words: number | null;
  readonly abstains: boolean | null;
  readonly turn: RetrievalLine | null;
  readonly session: RetrievalLine | null;
  /** Why f1, or recall, is null. */
  readonly reason?: string;
  readonly recall_reason?: string;
}

interface RetrievalLine {
  readonly recall_any: number;
  readonly recall_all: number;
  readonly precision: number;
  readonly mrr: number;
  readonly ndcg: number;
}

/** Puts the report of a file of answers together. */
export function answersReport(
  facts: AnswersFacts,
  averages: Aggregate,
  results: readonly QuestionResult[],
  warnings: readonly string[],
): AnswersReport {
  const { protocol } = facts;
  const rows = results.map(({ sample, question, scores }) => ({
    sample,
    question,
    f1: scores[protocol].f1,
    recall: scores[protocol].recall,
  }));
  return {
    ...facts,
    status: averages.statuses.answered === averages.questions ? 'complete' : 'incomplete',
    scores: summarise(rows),
    ...averages,
    warnings,
    results: results.map((result) => questionLine(result, protocol)),
  };
}

/** What is told of one question, by one protocol. */
export function questionLine(result: QuestionResult, protocol: ProtocolName): QuestionLine {
  const { sample, question, given, overlap, words, abstains, retrieval } = result;
  const { f1, recall, reasons } = result.scores[protocol];
  return {
    sample_id: sample.sampleId,
    qa_index: question.index,
    category: question.category,
    status: given.status,
    f1,
    recall,
    exact_match: overlap?.exactMatch ?? null,
    bleu_1: overlap?.bleu1 ?? null,
    rouge_l: overlap?.rougeL ?? null,
    words,
    abstains,
    turn: retrievalLine(retrieval.turn),
    session: retrievalLine(retrieval.session),
    ...(reasons.f1 === undefined ? {} : { reason: reasons.f1 }),
    ...(reasons.recall === undefined ? {} : { recall_reason: reasons.recall }),
  };
}

function retrievalLine(quality: RetrievalQuality | null): RetrievalLine | null {
  if (quality === null) return null;
  const { recallAny, recallAll, precision, mrr, ndcg } = quality;
  return { recall_any: recallAny, recall_all: recallAll, precision, mrr, ndcg };
}
