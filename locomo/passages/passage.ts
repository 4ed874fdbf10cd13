/** The databases that come with the released data. */
export const releasedDatabases = ['dialog', 'observation', 'summary'] as const;

/** The databases that can be retrieved from. */
export const databases = [...releasedDatabases, 'facts', 'notes', 'windows', 'sessions'] as const;
export type Database = (typeof databases)[number];

/** One retrievable text of a database. */
export interface Passage {
  /** `D3:5` for a turn, `O3:7` for the seventh observation of session 3 (from 1), `S3` for a summary;
   * `F3:7`, `N3:1`, `W3:4-8` and `T3` for facts, notes, windows and sessions. */
  readonly id: string;
  /** The text as a reader sees it behind its date. */
  readonly text: string;
  readonly session: number;
  /** The session's released stamp. */
  readonly dateTime: string;
  /** The speaker of the turn, or whom the passage is about; absent where these are both. */
  readonly speaker?: string;
  /** Ids that recall counts when this passage is retrieved: dialog ids, or `S<n>` for all of a session. */
  readonly evidenceIds: readonly string[];
  /** The turns it stands for: itself, the cited ones, or all of the session. */
  readonly turnIds: readonly string[];
  /** Whether its text tells its date itself. */
  readonly isDated?: true;
  /** Whether it stands apart from others by a blank line; summaries do, too. */
  readonly isBlock?: true;
}
