import { clipped, clusteredMean, type ClusteredMean } from './clustered-mean.ts';
import { clustersOf } from './clusters.ts';

/**
 * The mean of the scores of questions, which lie in `range`, with its 95 % interval, clustered by conversation (see `clusteredMean`).
 * A question that has no score (null) is left out; `values` says how many entered.
 */
export function intervalOf(
  rows: Iterable<{ readonly cluster: string; readonly value: number | null }>,
  range: readonly [low: number, high: number] = [0, 1],
): ClusteredMean {
  const scored = [...rows].flatMap(({ cluster, value }) => (value === null ? [] : [{ cluster, value }]));
  const mean = clusteredMean(clustersOf(scored));
  return { ...mean, interval: clipped(mean.interval, range) };
}
