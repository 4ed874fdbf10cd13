import type { Measure } from '../engine/notes.ts';

/** What a call to a model may use of its surroundings; the context of a stage's item fits. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Counts calls, tokens and dollars. */
  note(measure: Measure, amount: number): void;
  /** Tells the user that the call waits, and why. */
  tell(message: string): void;
}

/** A context that counts nothing, tells nobody and is never given up: for scripts and tests. */
export const quietCall: CallContext = {
  signal: new AbortController().signal,
  note: () => undefined,
  tell: () => undefined,
};
