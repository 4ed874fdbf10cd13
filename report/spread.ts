/** The mean of some values and how far they lie apart: their standard deviation, null for fewer than two. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number | null;
  readonly count: number;
}

/** The spread of a sample, with n − 1 in the denominator; null where there are no values. */
export function spreadOf(values: readonly number[]): Spread | null {
  const count = values.length;
  if (count === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)), count };
}

/** Rates as percent, such as `41.2 ± 0.8`; a dash where there are none. */
export function spreadText(spread: Spread | null): string {
  if (spread === null) return '–';
  const { mean, deviation } = spread;
  return [mean, ...(deviation === null ? [] : [deviation])]
    .map((rate) => (rate * 100).toFixed(1))
    .join(' ± ');
}
