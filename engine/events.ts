import type { Notes } from './notes.ts';

/** What became of one step of a run. */
export interface StepOutcome {
  readonly step: string;
  readonly stage: string;
  /** Units of work in the step. */
  readonly items: number;
  /** Items that were taken from the store. */
  readonly cached: number;
  readonly computed: number;
  readonly failed: number;
  /** Why each of the failed items failed, by the item's name. */
  readonly failures: ReadonlyMap<string, string>;
  readonly seconds: number;
  /** What the computed items cost in this run. */
  readonly notes: Notes;
}

/** What the engine tells while it works; only a reporter prints. */
export type RunEvent =
  | { readonly type: 'step-started'; readonly step: string; readonly items: number; readonly cached: number }
  | { readonly type: 'step-progress'; readonly step: string; readonly done: number; readonly items: number }
  | { readonly type: 'step-finished'; readonly outcome: StepOutcome }
  | { readonly type: 'item-failed'; readonly step: string; readonly item: string; readonly reason: string }
  /** Another process is doing `which` meanwhile, such as `is making the same`. */
  | { readonly type: 'waiting'; readonly step: string; readonly owner: string; readonly which: string }
  /** Something about an item in the works, such as that a server asks to wait. */
  | { readonly type: 'told'; readonly step: string; readonly message: string }
  | { readonly type: 'warning'; readonly message: string };

/** Receives events. */
export type Report = (event: RunEvent) => void;
