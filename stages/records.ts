import type { Verdict } from '../locomo/reply/read-verdict.ts';
import type { CalibrationItem } from '../locomo/scoring/calibration.ts';
import type { CheckedObservation } from '../locomo/memories/check-statements.ts';
import type { Category, Sample, SessionSummary } from '../locomo/sample.ts';
import type { Passage } from '../locomo/passages/passage.ts';
import type { Repair } from '../locomo/dataset/repair.ts';
import type { Corpus } from '../retrievers/retriever.ts';

/** `samples`: one record a conversation. */
export interface SampleRecord extends Sample {
  /** What the loader repaired or found worth telling. */
  readonly repairs: readonly Repair[];
}

/** `observations`: one record an observation, also one that is kept apart. */
export interface ObservationRecord extends CheckedObservation {
  readonly sampleId: string;
}

/** `summaries`: one record a session. */
export interface SummaryRecord extends SessionSummary {
  readonly sampleId: string;
}

/** `corpora`: one record a conversation, with the passages of one database. */
export type CorpusRecord = Corpus;

/** `vectors`: one record a text, by the digest of the text. Numbers are little-endian, in base64. */
export interface VectorRecord {
  readonly text: string;
  /** One 32-bit vector for the text. */
  readonly vector?: string;
  /** A row of 8-bit numbers for each word piece, with the scale (32 bit) of each row. */
  readonly tokens?: readonly string[];
  readonly rows?: string;
  readonly scales?: string;
}

/** `indexes`: one record a conversation; the index itself is in the item's folder. */
export interface IndexRecord {
  readonly sampleId: string;
  readonly passages: number;
}

/** `conversations`: one record a conversation, cut to what a model takes. */
export interface FittedRecord {
  readonly sampleId: string;
  /** The turns that are kept, in the order in which they are shown. */
  readonly passages: readonly Passage[];
  /** Turns of the whole conversation. */
  readonly turns: number;
}

/** Names a question. */
export interface QuestionId {
  readonly sampleId: string;
  readonly qaIndex: number;
}

/** `rankings`: one record a question. */
export interface RankingRecord extends QuestionId {
  /** Passages in the database. */
  readonly databaseSize: number;
  /** Best first. */
  readonly hits: readonly { readonly id: string; readonly position: number; readonly score: number }[];
}

/** `answers`: one record a question, and another where its options were shown in the other order, too. */
export interface AnswerRecord extends QuestionId {
  /** On the answer to the other order, which is not scored; absent on the one that is. */
  readonly order?: 'reversed';
  readonly prediction: string;
  /** The whole reply where it differs from the prediction. */
  readonly raw?: string;
  /** How sure the reader is, as it says itself; absent where it does not. */
  readonly confidence?: number;
  /** Evidence ids of the passages that were read, best first. */
  readonly context: readonly string[];
  /** Passages that were read. */
  readonly passages: number;
  readonly databaseSize: number;
}

/** `scores`: one record a question. */
export interface ScoreRecord extends QuestionId {
  readonly category: Category;
  /** Null where there is no answer. */
  readonly prediction: string | null;
  readonly context: readonly string[] | null;
  readonly passages: number | null;
  readonly databaseSize: number | null;
  /** Null where the question could not be scored; `reason` says why. */
  readonly f1: number | null;
  readonly recall: number | null;
  readonly reason?: string;
}

/** `verdicts`: one record a judgement, of an answer or of an item of the calibration set. */
export type VerdictRecord = (QuestionId | CalibrationId) & {
  /** Which judgement of the same answer it is, from 1. */
  readonly repeat: number;
  readonly verdict: Verdict;
  /** The judge's whole reply. */
  readonly raw: string;
};

/** `supports`: one record an observation that was judged. */
export interface SupportRecord {
  readonly sampleId: string;
  readonly session: number;
  /** Its place among the observations of the session, from 1. */
  readonly observation: number;
  readonly text: string;
  readonly turnIds: readonly string[];
  /** The share of its content stems that occur in the cited turns; null where it has none. */
  readonly lexical: number | null;
  /** Correct where the turns bear it out. */
  readonly verdict: Verdict;
  readonly raw: string;
}

/** Names an item of the calibration set, with what is known of it. */
export interface CalibrationId extends Pick<CalibrationItem, 'kind' | 'expected'> {
  readonly calibration: string;
}
