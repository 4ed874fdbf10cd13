/** Time and chance, handed in from the top: nothing below reads a clock or draws a number by itself. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason once it fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A number from 0 up to, not including, 1. */
  random(): number;
}
