import type { GivenAnswer } from './answered-question.ts';

/** An answer as a file gives it, before it is matched with a question of the data. */
export interface RawAnswer {
  readonly sampleId: string;
  /** Position in the sample's released `qa` list, from 0. */
  readonly qaIndex: number;
  readonly given: GivenAnswer;
  /** The text of the question, where the file repeats it. */
  readonly question?: string;
  /** Where it stands, `file:line`; asked for only by errors. */
  readonly where: () => string;
}

/** The answers of a file, and the key of the system in a file that can hold several. */
export interface RawAnswers {
  readonly key?: string;
  readonly answers: readonly RawAnswer[];
}

/** What a file says of one answer. An absent field is undefined, and one that says "nothing" is null. */
export interface RawFields {
  readonly prediction?: string | null | undefined;
  readonly context?: readonly string[] | null | undefined;
  readonly confidence?: number | undefined;
  /** Tells that the call failed, whatever stands as the prediction. */
  readonly error?: string | undefined;
  /** Tells why there is no prediction; beside one it is a remark. */
  readonly reason?: string | undefined;
}

/** The status of an answer and what belongs to it. */
export function givenAnswer({
  prediction = null,
  context = null,
  confidence,
  error,
  reason,
}: RawFields): GivenAnswer {
  const failure = error ?? (prediction === null || prediction.trim() === '' ? reason : undefined);
  if (failure !== undefined) return { status: 'failed', prediction: null, context, reason: failure };
  if (prediction === null)
    return { status: 'missing', prediction, context, reason: 'the file has no prediction for it' };
  const given = { prediction, context, ...(confidence === undefined ? {} : { confidence }) };
  return { status: prediction.trim() === '' ? 'empty' : 'answered', ...given };
}
