import type { Cluster } from './clusters.ts';
import { studentQuantile } from './student-t.ts';

/** A mean over all values of all clusters, with how far it can be trusted. */
export interface ClusteredMean {
  /** Null without values. */
  readonly mean: number | null;
  readonly values: number;
  readonly clusters: number;
  /** Null where it cannot be had: below two clusters. */
  readonly standardError: number | null;
  /** The interval, both ends in the unit of the values; null where there is no standard error. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Why there is no interval. */
  readonly reason?: string;
}

/**
 * The micro average over clustered values (each value counts once, whatever the size of its cluster) with the
 * interval that holds the mean over further clusters of the kind in `level` of all cases.
 *
 * With N values in G clusters, sums S_g and sizes n_g, the mean is the ratio θ = Σ S_g / N, its variance
 * G/(G-1) · Σ (S_g - θ n_g)² / N² (Cochran, Sampling Techniques, 3rd edition, 6.3; the factor for few clusters
 * as in Cameron and Miller, Journal of Human Resources 50, 2015), and the interval θ ± t(G-1) · standard error.
 *
 * Chosen by simulation with the sizes of LoCoMo's ten conversations (105 to 260 questions; 7 to 14 in its
 * smallest category): scores and paired differences, intra-cluster correlation from 0 to 0.06, 43 settings of
 * 4,000 or 6,000 repetitions. The nominal 95 % interval covers the true mean in 93.3 to 95.2 % of cases. The
 * studentised cluster bootstrap covers 93.6 to 96.6 % with intervals 8 to 13 % wider, and has none where too few
 * conversations differ; the percentile bootstrap covers 88 to 90 %.
 */
export function clusteredMean(clusters: readonly Cluster[], level = 0.95): ClusteredMean {
  const count = clusters.length;
  const values = clusters.reduce((total, cluster) => total + cluster.count, 0);
  const facts = { values, clusters: count };
  const without = { ...facts, standardError: null, interval: null };
  if (values === 0) return { ...without, mean: null, reason: 'there are no values' };
  const mean = meanOf(clusters);
  const standardError = standardErrorOf(clusters);
  if (standardError === null)
    return { ...without, mean, reason: 'one conversation does not tell how much conversations differ' };
  const half = studentQuantile((1 + level) / 2, count - 1) * standardError;
  return { ...facts, mean, standardError, interval: [mean - half, mean + half] };
}

/** An interval without the part in which no mean can lie: below `least` and above `most`. */
export function clipped(
  interval: ClusteredMean['interval'],
  [least, most]: readonly [number, number],
): ClusteredMean['interval'] {
  return interval && [Math.max(least, interval[0]), Math.min(most, interval[1])];
}

/** The mean over all values; NaN where there are none. */
export function meanOf(clusters: readonly Cluster[]): number {
  return (
    clusters.reduce((total, { sum }) => total + sum, 0) /
    clusters.reduce((total, cluster) => total + cluster.count, 0)
  );
}

/** The cluster-robust standard error of `meanOf`; null below two clusters. */
export function standardErrorOf(clusters: readonly Cluster[]): number | null {
  const groups = clusters.length;
  if (groups < 2) return null;
  const mean = meanOf(clusters);
  const values = clusters.reduce((total, { count }) => total + count, 0);
  const squares = clusters.reduce((total, { sum, count }) => total + (sum - mean * count) ** 2, 0);
  return Math.sqrt((groups / (groups - 1)) * squares) / values;
}
