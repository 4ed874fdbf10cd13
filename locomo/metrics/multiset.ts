/** The size of the intersection of two multisets of words. */
export function countShared(left: readonly string[], right: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const token of left) unmatched.set(token, (unmatched.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of right) {
    const count = unmatched.get(token) ?? 0;
    if (count === 0) continue;
    unmatched.set(token, count - 1);
    shared += 1;
  }
  return shared;
}
