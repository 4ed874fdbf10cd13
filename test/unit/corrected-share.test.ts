import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../locomo/scoring/calibration.ts';
import { estimatedRate } from '../../locomo/statistics/rate.ts';
import { correctedShare, type Share } from '../../locomo/scoring/corrected-share.ts';
import { intervalOf } from '../../locomo/statistics/interval-of.ts';
import { seededRandom } from '../../locomo/statistics/random.ts';

/** A judge that found so many of 80 wrong answers correct, and so many of 40 right ones wrong. */
function judge(
  falsePositives: number,
  falseNegatives: number,
  of: readonly [number, number] = [80, 40],
): Calibration {
  const wrong = estimatedRate({ count: falsePositives, of: of[0] });
  return {
    falsePositives: wrong,
    falsePositivesByKind: { vague: wrong, specific: wrong },
    falseNegatives: estimatedRate({ count: falseNegatives, of: of[1] }),
    unjudged: 0,
  };
}

const found = (share: number | null, interval: Share['interval'] = null): Share => ({ share, interval });

describe('the corrected share', () => {
  it('takes the errors of the judge out', () => {
    // Of 100 answers 70 are right: 63 of these are found correct, and 6 of the 30 wrong ones.
    expect(correctedShare(found(0.69), judge(16, 4)).share).toBeCloseTo(0.7, 12);
    expect(correctedShare(found(0.37), judge(0, 0)).share).toBe(0.37);
  });

  it('stays a share', () => {
    expect(correctedShare(found(0.1, [0.05, 0.15]), judge(16, 4))).toMatchObject({
      share: 0,
      interval: [0, expect.any(Number)],
    });
    expect(correctedShare(found(0.95, [0.9, 1]), judge(16, 4))).toMatchObject({
      share: 1,
      interval: [expect.any(Number), 1],
    });
  });

  it('is not known without rates, nor of a judge that tells nothing apart, and says why', () => {
    expect(correctedShare(found(null), judge(8, 4)).reason).toBe('there are no verdicts');
    expect(correctedShare(found(0.5), null)).toMatchObject({
      share: null,
      reason: expect.stringContaining('not calibrated'),
    });
    expect(correctedShare(found(0.5), judge(0, 4, [0, 40]))).toMatchObject({
      share: null,
      reason: expect.any(String),
    });
    expect(correctedShare(found(0.5), judge(8, 0, [80, 0]))).toMatchObject({
      share: null,
      reason: expect.any(String),
    });
    for (const useless of [judge(40, 20), judge(72, 16)])
      expect(correctedShare(found(0.5), useless)).toMatchObject({
        share: null,
        reason: expect.stringContaining('no better than chance'),
      });
  });

  it('has no interval where J has none, or where the judge may tell nothing', () => {
    expect(correctedShare({ ...found(0.5), reason: 'one conversation' }, judge(8, 4))).toMatchObject({
      interval: null,
      reason: 'one conversation',
    });
    const doubtful = correctedShare(found(0.5, [0.4, 0.6]), judge(36, 18));
    expect(doubtful.share).toBeCloseTo(0.5, 12);
    expect(doubtful).toMatchObject({ interval: null, reason: expect.stringContaining('may tell') });
  });

  it('is as sure as J alone with a judge that is known exactly, and less sure with one that is not', () => {
    const exact = correctedShare(found(0.5, [0.45, 0.55]), judge(0, 0, [1e9, 1e9])).interval;
    expect(exact?.[0]).toBeCloseTo(0.45, 6);
    expect(exact?.[1]).toBeCloseTo(0.55, 6);
    // No error was found among 80 and 40 answers, which leaves 0 to 4.6 % and 0 to 8.8 %.
    const [low = NaN, high = NaN] = correctedShare(found(0.5, [0.45, 0.55]), judge(0, 0)).interval ?? [];
    expect(low).toBeCloseTo(0.5 - Math.hypot(0.05, 0.5 - (0.5 - 0.0458) / (1 - 0.0458)), 4);
    expect(high).toBeCloseTo(0.5 + Math.hypot(0.05, 0.5 / (1 - 0.0876) - 0.5), 4);
  });
});

describe('the 95 % interval holds the truth in 93 to 97 % of simulated cases', () => {
  const settings = [
    ['a good judge', 0.6, 0.1, 0.05],
    ['a generous one', 0.4, 0.3, 0.05],
    ['a stern one', 0.7, 0.05, 0.25],
  ] as const;

  it.each(settings)('%s', (_, truth, fpr, fnr) => {
    const random = seededRandom(7);
    const times = (count: number, p: number): number => {
      let so = 0;
      for (let at = 0; at < count; at++) if (random.uniform() < p) so++;
      return so;
    };
    let covered = 0;
    for (let repetition = 0; repetition < 2000; repetition++) {
      const rows = Array.from({ length: 10 }, (__, cluster) => {
        const rightShare = truth + (random.uniform() - 0.5) * 0.2;
        const right = times(150, rightShare);
        const value = (times(right, 1 - fnr) + times(150 - right, fpr)) / 150;
        return { cluster: String(cluster), value };
      });
      const { mean: share, interval } = intervalOf(rows);
      const [low, high] = correctedShare({ share, interval }, judge(times(80, fpr), times(40, fnr)))
        .interval ?? [-1, 2];
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.93);
    expect(covered / 2000).toBeLessThan(0.97);
  });
});
