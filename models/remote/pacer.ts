/** What late timers may catch up on, in milliseconds. */
const slack = 200;

/** Spaces out what is spent, so that no sixty seconds see more than the limit. */
export class Pacer {
  readonly #msPerUnit: number;
  #readyAt = Number.NEGATIVE_INFINITY;

  /** `perMinute`: the limit; without one nothing is ever waited for. */
  constructor(perMinute: number | undefined) {
    this.#msPerUnit = perMinute === undefined ? 0 : (60_000 + slack) / perMinute;
  }

  /** How long the next one has to wait. */
  waitMs(now: number): number {
    return Math.max(0, this.#readyAt - now);
  }

  spend(amount: number, now: number): void {
    this.#readyAt = Math.max(this.#readyAt, now - slack) + amount * this.#msPerUnit;
  }
}
