import { normalQuantile } from './normal.ts';

/**
 * Wilson's score interval of a rate, `successes` out of `trials`, in [0, 1] (Wilson, JASA 22, 1927); null
 * without trials. It takes the trials for independent: for a rate over questions that share conversations,
 * `clusteredMean` is the one to use.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  level = 0.95,
): readonly [low: number, high: number] | null {
  if (trials === 0) return null;
  const z = normalQuantile((1 + level) / 2);
  const rate = successes / trials;
  const denominator = 1 + (z * z) / trials;
  const centre = (rate + (z * z) / (2 * trials)) / denominator;
  const half = (z / denominator) * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  // At the ends rounding would leave a trace beyond them.
  return [successes === 0 ? 0 : centre - half, successes === trials ? 1 : centre + half];
}
