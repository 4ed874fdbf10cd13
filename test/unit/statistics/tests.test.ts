import { describe, expect, it } from 'vitest';
import { holmAdjusted } from '../../../locomo/statistics/holm.ts';
import { permuteClusters, permuteValues } from '../../../locomo/statistics/permutation.ts';
import { seededRandom } from '../../../locomo/statistics/random.ts';

const chance = { samples: 10_000, seed: 1 };

describe('Holm’s correction', () => {
  it('multiplies the smallest p by the number of tests, the next by one less, and never falls', () => {
    // 0.005·4, 0.01·3, 0.03·2 and 0.04, which may not be below the one before.
    const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
    expect(adjusted).toHaveLength(4);
    [0.03, 0.06, 0.06, 0.02].forEach((p, index) => expect(adjusted[index]).toBeCloseTo(p, 14));
  });

  it('never exceeds 1, and passes over tests that could not be made', () => {
    expect(holmAdjusted([0.7, null, 0.6])).toEqual([1, null, 1]);
    expect(holmAdjusted([0.02, null])).toEqual([0.02, null]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe('the permutation test by conversation', () => {
  it('counts out every arrangement', () => {
    // Of the 8 arrangements of 3, 2 and 1, the totals 6 and -6 are as far from 0 as the observed one.
    expect(permuteClusters([3, 2, 1], chance)).toEqual({
      p: 0.25,
      exact: true,
      arrangements: 8,
      smallest: 0.25,
    });
    // ±(3 + 2 - 1) and ±(3 + 2 + 1).
    expect(permuteClusters([3, 2, -1], chance).p).toBe(0.5);
  });

  it('has 1,024 arrangements of ten conversations, and so no p below 2 in 1,024', () => {
    const test = permuteClusters([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], chance);
    expect(test).toEqual({ p: 2 / 1024, exact: true, arrangements: 1024, smallest: 2 / 1024 });
  });

  it('counts arrangements that differ by rounding alone as equal', () => {
    expect(permuteClusters([0.1, 0.2, -0.3], chance).p).toBe(1);
  });

  it('finds nothing where nothing differs', () => {
    expect(permuteClusters([0, 0, 0, 0, 0, 0], chance).p).toBe(1);
    expect(permuteClusters([], chance).p).toBe(1);
  });

  it('draws a sample where there are too many to count out', () => {
    const sums = Array.from({ length: 20 }, () => 1);
    expect(permuteClusters(sums, chance)).toMatchObject({ exact: false, arrangements: 10_000 });
    expect(permuteClusters(sums, chance).p).toBeLessThan(0.001);
  });
});

describe('the permutation test by question', () => {
  it('comes near the exact test, and is the same for the same seed', () => {
    const differences = [0.9, -0.2, 0.4, 0.3, 0, -0.5, 0.8, 0.1];
    const sampled = permuteValues(differences, { samples: 20_000, seed: 3 });
    expect(sampled.p).toBeCloseTo(permuteClusters(differences, chance).p, 1.7);
    expect(permuteValues(differences, { samples: 20_000, seed: 3 })).toEqual(sampled);
    expect(permuteValues(differences, { samples: 20_000, seed: 4 }).p).not.toBe(sampled.p);
  });

  it('never says that chance is impossible', () => {
    const differences = Array.from({ length: 500 }, () => 1);
    expect(permuteValues(differences, { samples: 999, seed: 1 }).p).toBe(0.001);
    expect(permuteValues([], chance).p).toBe(1);
  });
});

describe('where conversations differ but systems do not', () => {
  const sizes = [199, 105, 193, 260, 242, 158, 190, 239, 196, 204];

  it('by conversation finds 5 % by accident; by question far more, which is why it stands second', () => {
    const random = seededRandom(8);
    const found = { conversation: 0, question: 0 };
    const repetitions = 1500;
    for (let repetition = 0; repetition < repetitions; repetition++) {
      // Each conversation suits one of the systems by up to 15 points.
      const differences = sizes.map((count) => {
        const own = 0.3 * (random.uniform() - 0.5);
        return Array.from({ length: count }, () => {
          const drawn = random.uniform();
          return drawn < 0.2 + own / 2 ? 1 : drawn > 0.8 + own / 2 ? -1 : 0;
        });
      });
      const sums = differences.map((values) => values.reduce<number>((sum, value) => sum + value, 0));
      if (permuteClusters(sums, chance).p <= 0.05) found.conversation++;
      if (
        repetition % 5 === 0 &&
        permuteValues(differences.flat(), { samples: 199, seed: repetition }).p <= 0.05
      )
        found.question++;
    }
    expect(found.conversation / repetitions).toBeGreaterThan(0.03);
    expect(found.conversation / repetitions).toBeLessThan(0.07);
    expect(found.question / (repetitions / 5)).toBeGreaterThan(0.15);
  });
});
