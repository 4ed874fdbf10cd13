import type { Json } from '../engine/json.ts';

/** One utterance of a conversation. Texts are kept as released: never trimmed. */
export interface Turn {
  /** Dialog id, `D<session>:<turn>`. */
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** Machine-made caption of a shared image. */
  readonly caption?: string;
  /** Address of the shared image. */
  readonly imageUrl?: string;
  /** Search query that found the image; never shown to a reader. */
  readonly imageQuery?: string;
}

/** One sitting of a conversation. */
export interface Session {
  /** Counted from 1, as in `session_N`. */
  readonly number: number;
  /** The released stamp, `h:mm am|pm on D Month, YYYY`. */
  readonly dateTime: string;
  readonly turns: readonly Turn[];
}

/** A statement about a speaker, with the turns it was drawn from. */
export interface Observation {
  readonly session: number;
  readonly speaker: string;
  readonly text: string;
  /** Cited dialog ids, repaired and split; in citing order. */
  readonly turnIds: readonly string[];
}

/** The summary of one session. */
export interface SessionSummary {
  readonly session: number;
  readonly text: string;
}

/** The significant events of one session, by speaker. */
export interface SessionEvents {
  readonly session: number;
  readonly date: string;
  readonly events: { readonly [speaker: string]: readonly string[] };
}

/** Question categories by their released ids. */
export type Category = 1 | 2 | 3 | 4 | 5;

/** One benchmark question. */
export interface Question {
  /** Position in the sample's released `qa` list, from 0. With the sample id it is the question's key. */
  readonly index: number;
  readonly question: string;
  readonly category: Category;
  /** Gold answer, integers turned to text; null where none was released (most of category 5). */
  readonly answer: string | null;
  /** The tempting wrong answer of category 5; null elsewhere. */
  readonly adversarialAnswer: string | null;
  /** Evidence strings exactly as released; the released scorer reads these. */
  readonly evidence: readonly string[];
  /** Evidence as existing dialog ids: repaired, split, without duplicates; unresolvable ones left out. */
  readonly evidenceTurns: readonly string[];
  /** The question object as released, for files that other tools read. */
  readonly released: { readonly [field: string]: Json };
}

/** One conversation with everything that was released about it. */
export interface Sample {
  readonly sampleId: string;
  readonly speakers: readonly [string, string];
  /** Sessions that have turns, or an explicit empty list of them, in numeric order. */
  readonly sessions: readonly Session[];
  /** In released order: by session, then as the speakers stand there. */
  readonly observations: readonly Observation[];
  readonly summaries: readonly SessionSummary[];
  readonly events: readonly SessionEvents[];
  readonly questions: readonly Question[];
}
