import { clipped, clusteredMean, type ClusteredMean } from './clustered-mean.ts';
import { clustersOf, type ClusteredValue } from './clusters.ts';

/**
 * The 95 % interval of the mean of the means of groups, such as categories, whose values lie in `range` and share
 * clusters; null where `clusteredMean` has none.
 *
 * The means θ_k of K groups of N_k values are linearised together (Cochran, Sampling Techniques, 3rd edition, 6.3; for
 * several ratios Wolter, Introduction to Variance Estimation, 2nd edition, 6.2): a value v moves the macro average by
 * (v - θ_k) / (K N_k), so these residuals times N are averaged by cluster. Groups without values are left out.
 */
export function macroInterval(
  groups: readonly (readonly ClusteredValue[])[],
  range: readonly [low: number, high: number] = [0, 1],
): ClusteredMean['interval'] {
  const filled = groups.filter(({ length }) => length > 0);
  const all = filled.flat().length;
  const means = filled.map((group) => group.reduce((sum, { value }) => sum + value, 0) / group.length);
  const residuals = filled.flatMap((group, place) =>
    group.map(({ cluster, value }) => ({
      cluster,
      value: ((value - (means[place] ?? 0)) * all) / (filled.length * group.length),
    })),
  );
  const { interval } = clusteredMean(clustersOf(residuals));
  const mean = means.reduce((sum, each) => sum + each, 0) / filled.length;
  return clipped(interval && [mean + interval[0], mean + interval[1]], range);
}
