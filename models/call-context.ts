import type { Measure } from '../engine/notes.ts';

/** What a call to a model may use of its surroundings; the context of a stage's item fits. */
export interface CallContext {
  /** Fires when a call that is out is to be given up. */
  readonly signal: AbortSignal;
  /** Fires when no further call is to be made, so that nobody waits for one. */
  readonly stopping: AbortSignal;
  /** Names what the reply is for, where equal requests for one thing and another must not share it. */
  readonly key?: string;
  /** Calls back once what the reply was for is kept, or has failed; never where absent. */
  settled?(then: () => void): void;
  /** Counts calls, tokens and dollars. */
  note(measure: Measure, amount: number): void;
  /** Tells the user that the call waits, and why. */
  tell(message: string): void;
}

/** A context that counts nothing, tells nobody and is never given up: for scripts and tests. */
export const quietCall: CallContext = {
  signal: new AbortController().signal,
  stopping: new AbortController().signal,
  note: () => undefined,
  tell: () => undefined,
};
