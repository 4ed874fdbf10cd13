/**
 * Holm's step-down adjustment of p values that belong to one family of tests (Holm, Scandinavian Journal of
 * Statistics 6, 1979), in the order given: a test whose adjusted p is at most 0.05 stands with a chance of at
 * most 5 % that any of the family does so wrongly. A test without a p (null) is none, and does not count.
 */
export function holmAdjusted(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const ordered = pValues
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .toSorted((one, other) => one.p - other.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let largest = 0;
  for (const [rank, { p, index }] of ordered.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ordered.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
