/** Token F1 of two bags of stems, counted with multiplicity. */
export function tokenF1(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const stem of a) left.set(stem, (left.get(stem) ?? 0) + 1);
  let common = 0;
  for (const stem of b) {
    const count = left.get(stem) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(stem, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (a.length + b.length);
}

/** A possible answer: its stems and its log-linear score. */
export interface Candidate {
  readonly stems: readonly string[];
  readonly score: number;
}

/**
 * The minimum Bayes risk choice: the candidate whose expected F1 against all of them is highest, each taken as
 * the truth with its softmax probability. Undefined where there is none; ties go to the earlier one.
 */
export function mostExpectedF1<C extends Candidate>(candidates: readonly C[]): C | undefined {
  const top = Math.max(...candidates.map(({ score }) => score));
  const weights = candidates.map(({ score }) => Math.exp(score - top));
  let best: C | undefined;
  let bestValue = -1;
  for (const candidate of candidates) {
    const value = candidates.reduce(
      (sum, other, index) => sum + (weights[index] ?? 0) * tokenF1(candidate.stems, other.stems),
      0,
    );
    if (value > bestValue) [best, bestValue] = [candidate, value];
  }
  return best;
}
