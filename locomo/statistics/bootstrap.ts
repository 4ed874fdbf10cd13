import { meanOf, standardErrorOf } from './clustered-mean.ts';
import type { Cluster } from './clusters.ts';
import { seededRandom } from './random.ts';

/**
 * The studentised cluster bootstrap interval of a micro average (bootstrap-t; Efron and Tibshirani, An
 * Introduction to the Bootstrap, 1993, chapter 12.5): whole clusters are drawn with replacement, and quantiles
 * of (θ* - θ) / standard error* take the place of Student's. Null below two clusters, and where so few clusters
 * differ that a quantile is infinite. Only cluster sums are drawn, so the number of values costs nothing.
 */
export function bootstrapInterval(
  clusters: readonly Cluster[],
  {
    samples,
    seed,
    level = 0.95,
  }: { readonly samples: number; readonly seed: number; readonly level?: number },
): readonly [low: number, high: number] | null {
  const standardError = standardErrorOf(clusters);
  if (standardError === null) return null;
  const mean = meanOf(clusters);
  if (standardError === 0) return [mean, mean];
  const sorted = studentisedMeans(clusters, mean, samples, seed).toSorted();
  const at = (share: number): number => sorted[Math.min(samples - 1, Math.floor(share * samples))] ?? 0;
  const low = mean - at((1 + level) / 2) * standardError;
  const high = mean - at((1 - level) / 2) * standardError;
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
}

function studentisedMeans(
  clusters: readonly Cluster[],
  mean: number,
  samples: number,
  seed: number,
): Float64Array {
  const groups = clusters.length;
  const sums = Float64Array.from(clusters, ({ sum }) => sum);
  const counts = Float64Array.from(clusters, ({ count }) => count);
  const random = seededRandom(seed);
  const correction = groups / (groups - 1);
  return Float64Array.from({ length: samples }, () => {
    let [s, n, ss, sn, nn] = [0, 0, 0, 0, 0];
    for (let draw = 0; draw < groups; draw++) {
      const index = random.below(groups);
      const sum = sums[index] ?? 0;
      const count = counts[index] ?? 0;
      s += sum;
      n += count;
      ss += sum * sum;
      sn += sum * count;
      nn += count * count;
    }
    const drawn = s / n;
    // Σ (S - θ n)², multiplied out; rounding can leave it a trace below 0.
    const squares = Math.max(0, ss - 2 * drawn * sn + drawn * drawn * nn);
    if (drawn === mean) return 0;
    return ((drawn - mean) * n) / Math.sqrt(correction * squares);
  });
}
