import { ExpectedError } from '../engine/expected-error.ts';
import { abortable } from './remote/abortable.ts';
import { defer } from './remote/deferred.ts';

/**
 * What the calls of a command may cost together, in dollars. Each sets aside beforehand what it may cost, so that calls
 * that are out at once cannot exceed the limit together, and settles what it came to.
 */
export class Budget {
  readonly #limit: number;
  #spent = 0;
  /** What calls that are out have set aside, each for itself: a sum would keep the dust of rounding. */
  readonly #reserved = new Set<{ readonly dollars: number }>();
  #settled = defer();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Sets aside what a call may cost, and returns the function that settles what it came to. Waits while calls that are
   * out may leave enough; throws `ExpectedError` where they cannot.
   */
  async reserve(dollars: number, stopping: AbortSignal): Promise<(spent: number) => void> {
    while (this.#spent + this.#outstanding() + dollars > this.#limit) {
      stopping.throwIfAborted();
      if (this.#reserved.size === 0) throw this.#exceeded(dollars);
      await abortable(this.#settled.promise, stopping);
    }
    const reservation = { dollars };
    this.#reserved.add(reservation);
    return (spent) => {
      this.#reserved.delete(reservation);
      this.#spent += spent;
      this.#settled.resolve();
      this.#settled = defer();
    };
  }

  #outstanding(): number {
    let sum = 0;
    for (const { dollars } of this.#reserved) sum += dollars;
    return sum;
  }

  #exceeded(next: number): ExpectedError {
    return new ExpectedError({
      code: 'max-cost',
      message: `Expected to spend at most ${shown(this.#limit)}: ${shown(this.#spent)} are spent, and the next call may cost ${shown(next)}.`,
      where: '--max-cost',
      remedy: 'Raise the limit, or run the same command again to spend as much once more.',
      exitCode: 1,
    });
  }
}

/** The error of a model whose calls cannot be kept within a limit. */
export function unknownPrice(model: string, what: string): ExpectedError {
  return new ExpectedError({
    code: 'unknown-price',
    message: `Expected a model whose ${what} is known, found ${model}.`,
    where: '--max-cost',
    remedy:
      what === 'price'
        ? 'Give its price with --prices FILE, or leave the limit out.'
        : 'Give one with --max-tokens, or leave the limit out.',
  });
}

function shown(dollars: number): string {
  return `$${dollars < 1 ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}
