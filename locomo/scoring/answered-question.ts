import type { Question, Sample } from '../sample.ts';

/** What became of a question: an answer, one without a word in it, none at all, or a call that failed. */
export type AnswerStatus = 'answered' | 'empty' | 'missing' | 'failed';

/** What a system gave for one question. */
export interface GivenAnswer {
  readonly status: AnswerStatus;
  /** The answer as it was given; null where it is missing or failed, and of white space at most where empty. */
  readonly prediction: string | null;
  /**
   * Ids of what was retrieved, best first: turns (`D3:12`) or sessions (`S3`). Null where none was recorded,
   * an empty list where nothing was found.
   */
  readonly context: readonly string[] | null;
  /** How sure the system is of its answer, in a unit of its own: higher is surer. Absent where it does not say. */
  readonly confidence?: number;
  /** Why there is no answer, as far as it is known. */
  readonly reason?: string;
}

/** A question of the data with what a system gave for it: what every score, test and diagnosis starts from. */
export interface AnsweredQuestion {
  readonly sample: Sample;
  readonly question: Question;
  readonly given: GivenAnswer;
}

/** Names a question in files and tables: `conv-26/12`. */
export function questionName({ sample, question }: Pick<AnsweredQuestion, 'sample' | 'question'>): string {
  return `${sample.sampleId}/${question.index}`;
}
