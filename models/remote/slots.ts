import { abortable } from './abortable.ts';
import { defer } from './deferred.ts';

/** What came of a request, as far as it shapes what follows. */
export type RequestEnd = 'success' | 'overloaded' | 'other';

/**
 * How many requests may be out at once: additive increase, multiplicative decrease (Chiu and Jain, 1989). An
 * overload halves the number, that many successes since the last one raise it by one, up to the limit.
 */
export class Slots {
  readonly #limit: number;
  #allowed: number;
  #taken = 0;
  #streak = 0;
  #shrunk = 0;
  #freed = defer();

  constructor(limit: number) {
    this.#limit = limit;
    this.#allowed = limit;
  }

  /** How many may be out at once now. */
  get allowed(): number {
    return this.#allowed;
  }

  /** Resolves once a slot is free; only one may wait at a time. */
  async free(signal: AbortSignal): Promise<void> {
    while (this.#taken >= this.#allowed) {
      this.#freed = defer();
      await abortable(this.#freed.promise, signal);
    }
  }

  /** Takes a slot and returns the function that gives it back. */
  take(): (end: RequestEnd) => void {
    this.#taken += 1;
    const shrunkBefore = this.#shrunk;
    return (end) => {
      this.#taken -= 1;
      if (end === 'success') this.#grow();
      // One overload tells about all requests that were out at the time: they halve the number once.
      if (end === 'overloaded' && this.#shrunk === shrunkBefore) this.#shrink();
      this.#freed.resolve();
    };
  }

  #grow(): void {
    this.#streak += 1;
    if (this.#streak < this.#allowed || this.#allowed >= this.#limit) return;
    this.#allowed += 1;
    this.#streak = 0;
  }

  #shrink(): void {
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#shrunk += 1;
    this.#streak = 0;
  }
}
