import type { Report } from '../events.ts';
import type { ServiceProvider } from '../service.ts';
import type { Store } from '../store/store.ts';
import type { StepNote } from './step-note.ts';

/** What a run needs besides its plan. */
export interface RunOptions {
  readonly store: Store;
  readonly services: ServiceProvider;
  /** Items in flight at once, within a step. */
  readonly concurrency: number;
  /** Steps whose items are computed again, whatever the store holds. */
  readonly overwrite: ReadonlySet<string>;
  /** What was computed again already, so that runs that share it do so once; what this one does is added. */
  readonly renewed?: Set<string>;
  readonly report: Report;
  /** Writes down what the run is about to use: while that stands there, nobody clears it away. */
  readonly note?: (note: StepNote) => Promise<void>;
  /** Fires when the user wants to stop: nothing new is started, what is in flight is finished. */
  readonly stopping: AbortSignal;
  /** Fires when the user wants to stop now: what is in flight is given up. */
  readonly signal: AbortSignal;
}
