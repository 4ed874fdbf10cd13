import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../models/remote/clock.ts';

/** A clock whose time passes only while everything waits: hours go by in no time, in the right order. */
export class VirtualClock implements Clock {
  #now = Date.UTC(2024, 0, 1);
  #running = false;
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>();
  /** The draws to come; the last one stays. */
  chances: number[] = [0];
  /** Every wait that was asked for, in milliseconds. */
  readonly slept: number[] = [];

  readonly now = (): number => this.#now;

  readonly random = (): number => (this.chances.length > 1 ? this.chances.shift() : this.chances[0]) ?? 0;

  readonly sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    this.slept.push(ms);
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { until: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', abort, { once: true });
      void this.#run();
    });
  };

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      await nextTurn();
      const [next] = [...this.#sleepers].toSorted((a, b) => a.until - b.until);
      if (next === undefined) break;
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.until);
      next.wake();
    }
    this.#running = false;
  }
}
