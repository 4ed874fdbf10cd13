/** Everything that the lint of observations and summaries looks for, in a report's order. */
export const findingKinds = [
  ['empty', 'has no words'],
  ['unknown-session', 'belongs to a session that is not there'],
  ['unknown-speaker', 'is about neither of the two speakers'],
  ['unreadable-citation', 'cites what is no dialog id'],
  ['dangling-citation', 'cites an id that names no turn'],
  ['other-session', 'cites a turn of another session'],
  ['other-speaker', 'cites a turn that the other speaker said'],
  ['uncited', 'cites no turn of its session'],
  ['unsupported', 'shares few words with what it is drawn from'],
  ['repeated-in-session', 'says what stands in the same session before it'],
  ['repeated-across-sessions', 'says what stands in an earlier session'],
  ['session-left-out', 'a session with turns has none'],
] as const;

export type FindingKind = (typeof findingKinds)[number][0];

/** Something about a remembered text that its conversation does not bear out. */
export interface Finding {
  readonly kind: FindingKind;
  readonly session: number;
  /** The passage that it is about: `O3:7` for the seventh observation of session 3, `S3` for its summary; null where the session has none. */
  readonly memory: string | null;
  /** Whom an observation is about; null elsewhere. */
  readonly speaker: string | null;
  /** What is wrong, where it is a citation, as it is written or mended; all that is cited where it is the whole. */
  readonly ids: readonly string[];
  readonly text: string;
  /** The memory that says the same, where one is repeated. */
  readonly repeats?: string;
  /** The share of its words that is borne out, from 0 to 1, where that is too small. */
  readonly support?: number;
}

/** What tells one finding about a memory from its others. */
export type Problem = Pick<Finding, 'kind'> & Partial<Finding>;
