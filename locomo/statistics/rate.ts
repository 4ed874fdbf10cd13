import { wilsonInterval } from './wilson.ts';

/** How many of how many; the share of no cases is null, never 0. */
export interface Rate {
  readonly count: number;
  readonly of: number;
}

/** The share in [0, 1]; null where there are no cases. */
export function shareOf({ count, of }: Rate): number | null {
  return of === 0 ? null : count / of;
}

/** How many of the cases are as asked. */
export function rateOf<T>(cases: readonly T[], isSo: (each: T) => boolean): Rate {
  return { count: cases.filter(isSo).length, of: cases.length };
}

/** A rate with what it says of all the cases that might have been. */
export interface EstimatedRate extends Rate {
  /** The share; null where there are no cases, likewise the interval. */
  readonly rate: number | null;
  /** The 95 % Wilson interval of the share. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** The rate with its share and the interval around it. */
export function estimatedRate({ count, of }: Rate): EstimatedRate {
  return { count, of, rate: shareOf({ count, of }), interval: of === 0 ? null : wilsonInterval(count, of) };
}
