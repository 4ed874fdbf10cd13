/** The databases that can be retrieved from. */
export const databases = ['dialog', 'observation', 'summary'] as const;
export type Database = (typeof databases)[number];

/** One retrievable text of a database. */
export interface Passage {
  /** `D3:5` for a turn, `O3:7` for the seventh observation of session 3 (from 1), `S3` for a summary. */
  readonly id: string;
  /** The text as a reader sees it behind its date. */
  readonly text: string;
  readonly session: number;
  /** The session's released stamp. */
  readonly dateTime: string;
  /** The speaker of the turn, or whom the observation is about; absent for summaries. */
  readonly speaker?: string;
  /** Ids that recall counts when this passage is retrieved: dialog ids, or `S<n>` for a summary. */
  readonly evidenceIds: readonly string[];
  /** The turns it stands for: itself, the cited ones, or all of the session. */
  readonly turnIds: readonly string[];
}
