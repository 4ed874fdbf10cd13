import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../locomo/statistics/bootstrap.ts';
import { clusteredMean } from '../../../locomo/statistics/clustered-mean.ts';
import { clustersOf, type Cluster } from '../../../locomo/statistics/clusters.ts';
import { detectableDifference } from '../../../locomo/statistics/detectable-difference.ts';
import { seededRandom } from '../../../locomo/statistics/random.ts';

/** Questions by conversation: all, and those of the smallest category, of which one conversation has none. */
const questions = [199, 105, 193, 260, 242, 158, 190, 239, 196, 204];
const openDomain = [13, 8, 11, 14, 7, 13, 10, 13, 7];

describe('the mean over clusters', () => {
  it('counts every value once, and has the interval that pencil and paper give', () => {
    const clusters = [
      { sum: 1, count: 2 },
      { sum: 3, count: 4 },
      { sum: 1, count: 4 },
    ];
    // Residuals 0, 1 and -1; standard error √(3/2 · 2) / 10; Student's 4.302653 with two degrees of freedom.
    const { mean, standardError, interval } = clusteredMean(clusters);
    expect(mean).toBeCloseTo(0.5, 14);
    expect(standardError).toBeCloseTo(Math.sqrt(3) / 10, 14);
    expect(interval?.[0]).toBeCloseTo(0.5 - 4.302652729911275 * 0.17320508075688773, 9);
    expect(interval?.[1]).toBeCloseTo(0.5 + 4.302652729911275 * 0.17320508075688773, 9);
    expect(detectableDifference(standardError, 3)).toBeCloseTo(
      (4.302652729911275 + 1.0606601717798214) * 0.17320508075688773,
      9,
    );
  });

  it('is the textbook interval where every cluster is one value', () => {
    const values = [3, 5, 4, 8, 5];
    const { mean, standardError } = clusteredMean(values.map((sum) => ({ sum, count: 1 })));
    expect(mean).toBe(5);
    expect(standardError).toBeCloseTo(Math.sqrt(3.5 / 5), 14);
  });

  it('has no interval for one conversation, no mean for none, and says why', () => {
    expect(clusteredMean([{ sum: 3, count: 4 }])).toMatchObject({
      mean: 0.75,
      interval: null,
      reason: expect.stringContaining('one conversation'),
    });
    expect(clusteredMean([])).toMatchObject({ mean: null, interval: null, reason: 'there are no values' });
    expect(bootstrapInterval([{ sum: 3, count: 4 }], { samples: 100, seed: 1 })).toBeNull();
  });

  it('adds up by cluster, whatever the order', () => {
    const values = [
      { cluster: 'a', value: 1 },
      { cluster: 'b', value: 0.5 },
      { cluster: 'a', value: 0 },
    ];
    expect(clustersOf(values)).toEqual([
      { sum: 1, count: 2 },
      { sum: 0.5, count: 1 },
    ]);
  });
});

describe('the 95 % interval holds the truth in 93 to 97 % of simulated cases', () => {
  const settings = [
    ['scores alike in all conversations', questions, 0.2, 0],
    ['scores that differ between conversations', questions, 0.2, 0.05],
    ['scores that differ much', questions, 0.4, 0.1],
    ['the smallest category', openDomain, 0.4, 0.05],
  ] as const;

  it.each(settings)('by Student’s t: %s', (_, sizes, rate, spread) => {
    const covered = coverage(sizes, rate, spread, 6000, (clusters) => clusteredMean(clusters).interval);
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.97);
  });

  it('by the studentised bootstrap', () => {
    const covered = coverage(questions, 0.2, 0.05, 2000, (clusters, seed) =>
      bootstrapInterval(clusters, { samples: 399, seed }),
    );
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.97);
  });
});

/** The share of simulated benchmarks whose interval holds `rate`, around which conversations vary by `spread`. */
function coverage(
  sizes: readonly number[],
  rate: number,
  spread: number,
  repetitions: number,
  interval: (clusters: readonly Cluster[], seed: number) => readonly [number, number] | null,
): number {
  const random = seededRandom(20);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  let covered = 0;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const clusters = sizes.map((count) => {
      const own = rate + spread * normal();
      let sum = 0;
      for (let question = 0; question < count; question++) if (random.uniform() < own) sum++;
      return { sum, count };
    });
    const [low, high] = interval(clusters, repetition) ?? [-Infinity, Infinity];
    if (low <= rate && rate <= high) covered++;
  }
  return covered / repetitions;
}
