/** What each feature counts, by its name. */
export type FeatureWeights = { readonly [feature: string]: number };

/** Adds up features by their weights: a number for each candidate. */
export function weighedSum(
  size: number,
  columns: readonly { readonly name: string; readonly values: ArrayLike<number> }[],
  weights: FeatureWeights,
): Float64Array {
  const scores = new Float64Array(size);
  for (const { name, values } of columns) {
    const weight = weights[name] ?? 0;
    if (weight === 0) continue;
    for (let place = 0; place < size; place++)
      scores[place] = (scores[place] ?? 0) + weight * (values[place] ?? 0);
  }
  return scores;
}
