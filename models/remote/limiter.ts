import { abortable } from './abortable.ts';
import type { Clock } from './clock.ts';
import { defer } from './deferred.ts';
import { LearnedPace } from './learned-pace.ts';
import { Pacer } from './pacer.ts';
import { Slots, type RequestEnd } from './slots.ts';

/** What a server is asked at most. */
export interface Limits {
  /** Requests at once. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number;
  /** Tokens of prompts and answers, as far as they can be told beforehand. */
  readonly tokensPerMinute?: number;
}

/** Ends a request; `waitMs`: how long the server asks to wait, where it refused and does. */
export type Release = (end: RequestEnd, waitMs?: number) => void;

/** Lets requests to one server through, first come, first served. */
export class Limiter {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #slots: Slots;
  readonly #requests: Pacer;
  readonly #tokens: Pacer;
  readonly #learned = new LearnedPace();
  #lastInLine: Promise<void> = Promise.resolve();
  #successes = 0;
  #lostInARow = 0;

  constructor(limits: Limits, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#clock = clock;
    this.#slots = new Slots(limits.concurrency);
    this.#requests = new Pacer(limits.requestsPerMinute);
    this.#tokens = new Pacer(limits.tokensPerMinute);
  }

  /** Requests that succeeded so far. */
  get successes(): number {
    return this.#successes;
  }

  /** How many requests may be out at once now: fewer than the limit after an overload. */
  get allowed(): number {
    return this.#slots.allowed;
  }

  /**
   * Resolves when a request of that many tokens may start, with the function to call once at its end; rejects
   * with the signal's reason where that fires first.
   */
  async acquire(tokens: number, signal: AbortSignal): Promise<Release> {
    const before = this.#lastInLine;
    const turn = defer();
    this.#lastInLine = turn.promise;
    try {
      await abortable(before, signal);
      await this.#slots.free(signal);
      const start = await this.#pace(tokens, signal);
      const giveBack = this.#slots.take();
      return (end, waitMs = 0) => {
        if (end === 'success') this.#succeed(start);
        const teaches = end === 'overloaded' && waitMs > 0;
        const isLearned = teaches && this.#learned.refuse(start, waitMs, this.#clock.now());
        // What is too fast may still be as many at once: slow answers need many.
        giveBack(isLearned ? 'other' : end);
      };
    } finally {
      // Whoever gives up in the middle of the line does not let the next one overtake.
      void before.then(turn.resolve);
    }
  }

  /** Counts a call that was given up; how many were since the last success. */
  lose(): number {
    this.#lostInARow += 1;
    return this.#lostInARow;
  }

  #succeed(start: number): void {
    this.#successes += 1;
    this.#lostInARow = 0;
    this.#learned.succeed(start, this.#clock.now());
  }

  /** Resolves to the time at which the request starts. */
  async #pace(tokens: number, signal: AbortSignal): Promise<number> {
    for (let wait = this.#wait(); wait > 0; wait = this.#wait()) await this.#clock.sleep(wait, signal);
    const now = this.#clock.now();
    this.#requests.spend(1, now);
    this.#tokens.spend(tokens, now);
    this.#learned.start(now);
    return now;
  }

  #wait(): number {
    const now = this.#clock.now();
    return Math.max(this.#requests.waitMs(now), this.#tokens.waitMs(now), this.#learned.waitMs(now));
  }
}
