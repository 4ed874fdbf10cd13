/**
 * Spearman's rank correlation, in [-1, 1]: the correlation of the ranks, of which equal values share the mean (Spearman,
 * American Journal of Psychology 15, 1904). Null where all values of a side are the same, or there are none.
 */
export function spearman(pairs: readonly (readonly [number, number])[]): number | null {
  const [left, right] = [ranksOf(pairs.map(([value]) => value)), ranksOf(pairs.map(([, value]) => value))];
  const middle = (pairs.length + 1) / 2;
  const products = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, rank, at) => sum + (rank - middle) * ((b[at] ?? middle) - middle), 0);
  const spread = Math.sqrt(products(left, left) * products(right, right));
  return spread === 0 ? null : products(left, right) / spread;
}

/** The rank of each value, from 1. */
function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, at + 1);
    last.set(value, at + 1);
  }
  return values.map((value) => ((first.get(value) ?? 0) + (last.get(value) ?? 0)) / 2);
}
