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
