import type { Calibration } from './calibration.ts';

/** A share with its 95 % interval; null where it cannot be had. */
export interface Share {
  readonly share: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  /** Why something is null. */
  readonly reason?: string;
}

/**
 * The share of right answers behind a share that a judge of known error rates found correct:
 * (J - FPR) / (1 - FPR - FNR), clipped to [0, 1]. Null where a rate is unknown, or where the judge tells right from
 * wrong no better than chance (FPR + FNR >= 1). Source: W. J. Rogan and B. Gladen, "Estimating prevalence from the
 * results of a screening test", American Journal of Epidemiology 107 (1978), 71-76.
 *
 * Its interval joins those of J, FPR and FNR, which are estimated apart: each part is moved to the end of its own
 * interval, and the squares of what that does to the corrected share add up, below and above by themselves. This is
 * the delta method with the variances recovered from the intervals (G. Y. Zou and A. Donner, "Construction of
 * confidence limits about effect measures", Statistics in Medicine 27 (2008), 1693-1702), so that a rate of 0 of 80
 * is not taken for certain. Null where an end would make the judge one that tells nothing.
 */
export function correctedShare(found: Share, calibration: Calibration | null): Share {
  const j = found.share;
  if (j === null) return without('there are no verdicts');
  if (calibration === null) return without('the judge was not calibrated');
  const { falsePositives, falseNegatives } = calibration;
  const [fpr, fnr] = [falsePositives.rate, falseNegatives.rate];
  if (fpr === null || fnr === null) return without('a rate of the judge is not known');
  const share = unclipped(j, fpr, fnr);
  if (share === null) return without('the judge tells right from wrong no better than chance');
  /** The corrected share with the three at ends of their intervals that lie on the same side of it. */
  const moved = (own: 0 | 1, opposite: 0 | 1): readonly (number | null)[] => [
    found.interval && unclipped(found.interval[own], fpr, fnr),
    falsePositives.interval && unclipped(j, falsePositives.interval[opposite], fnr),
    falseNegatives.interval && unclipped(j, fpr, falseNegatives.interval[own]),
  ];
  const [below, above] = [moved(0, 1), moved(1, 0)].map((ends) => distance(share, ends));
  if (below !== undefined && above !== undefined)
    return { share: clipped(share), interval: [clipped(share - below), clipped(share + above)] };
  const reason = found.reason ?? 'the judge may tell right from wrong no better than chance';
  return { share: clipped(share), interval: null, reason };
}

/** The root of the sum of the squared distances to all of `ends`; undefined where one is null. */
function distance(from: number, ends: readonly (number | null)[]): number | undefined {
  return ends.includes(null) ? undefined : Math.hypot(...ends.map((end) => (end ?? from) - from));
}

function without(reason: string): Share {
  return { share: null, interval: null, reason };
}

function unclipped(found: number, falsePositiveRate: number, falseNegativeRate: number): number | null {
  const power = 1 - falsePositiveRate - falseNegativeRate;
  return power <= 0 ? null : (found - falsePositiveRate) / power;
}

function clipped(share: number): number {
  return Math.min(1, Math.max(0, share));
}
