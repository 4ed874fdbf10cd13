import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../locomo/statistics/interval-of.ts';
import { macroInterval } from '../../../locomo/statistics/macro-interval.ts';
import { seededRandom } from '../../../locomo/statistics/random.ts';

const values = (cluster: string, ...numbers: number[]) => numbers.map((value) => ({ cluster, value }));

describe('the interval of a macro average', () => {
  it('is that of the micro average where every group has as many values of every cluster', () => {
    const easy = [...values('a', 0.9, 0.7), ...values('b', 0.8, 0.8), ...values('c', 0.7, 0.6)];
    const hard = [...values('a', 0.3, 0.2), ...values('b', 0.4, 0.1), ...values('c', 0.2, 0.3)];
    const macro = macroInterval([easy, hard, []]);
    const micro = intervalOf([...easy, ...hard]).interval;
    expect(macro?.[0]).toBeCloseTo(micro?.[0] ?? NaN, 12);
    expect(macro?.[1]).toBeCloseTo(micro?.[1] ?? NaN, 12);
  });

  it('cannot be had from one conversation, or from none', () => {
    expect(macroInterval([values('a', 1, 0), values('a', 1)])).toBeNull();
    expect(macroInterval([[], []])).toBeNull();
  });

  it('covers the true mean in 93 to 97 of 100 cases, with ten clusters and groups of very different sizes', () => {
    const random = seededRandom(3);
    const groups = [
      { size: 28, mean: 0.3 },
      { size: 10, mean: 0.2 },
      { size: 84, mean: 0.6 },
    ];
    const repetitions = 1000;
    let covered = 0;
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const shifts = Array.from({ length: 10 }, () => (random.uniform() - 0.5) * 0.2);
      const drawn = groups.map(({ size, mean }) =>
        shifts.flatMap((shift, cluster) =>
          values(String(cluster), ...Array.from({ length: size }, () => +(random.uniform() < mean + shift))),
        ),
      );
      const [low, high] = macroInterval(drawn) ?? [1, 0];
      if (low <= 1.1 / 3 && 1.1 / 3 <= high) covered++;
    }
    expect(covered / repetitions).toBeGreaterThan(0.93);
    expect(covered / repetitions).toBeLessThan(0.97);
  });
});
