import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../locomo/statistics/normal.ts';
import { studentCdf, studentQuantile, twoSidedP } from '../../../locomo/statistics/student-t.ts';
import { wilsonInterval } from '../../../locomo/statistics/wilson.ts';

describe('Student’s t', () => {
  // Printed tables, three places.
  it.each([
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.975, 4, 2.776],
    [0.975, 9, 2.262],
    [0.95, 9, 1.833],
    [0.8, 9, 0.883],
    [0.995, 9, 3.25],
    [0.975, 30, 2.042],
    [0.975, 120, 1.98],
    [0.9995, 5, 6.869],
  ])('has the %f quantile with %i degrees of freedom at %f', (p, degrees, value) => {
    expect(studentQuantile(p, degrees)).toBeCloseTo(value, 3);
    expect(studentQuantile(1 - p, degrees)).toBeCloseTo(-value, 3);
  });

  it('has the closed forms of one and of two degrees of freedom', () => {
    for (const t of [-40, -3, -0.4, 0, 0.2, 1, 2.5, 1000]) {
      expect(studentCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 13);
      expect(studentCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 13);
    }
  });

  it('has quantiles that undo the distribution function, far out as well', () => {
    for (const degrees of [1, 3, 9, 9.5, 500])
      for (const p of [1e-6, 0.01, 0.3, 0.5, 0.77, 0.999])
        expect(studentCdf(studentQuantile(p, degrees), degrees)).toBeCloseTo(p, 12);
    expect(studentQuantile(0, 9)).toBe(-Infinity);
    expect(studentQuantile(1, 9)).toBe(Infinity);
  });

  it('gives the probability of both tails', () => {
    expect(twoSidedP(2.2621571628, 9)).toBeCloseTo(0.05, 9);
    expect(twoSidedP(-2.2621571628, 9)).toBeCloseTo(0.05, 9);
    expect(twoSidedP(0, 9)).toBe(1);
    expect(twoSidedP(Infinity, 9)).toBe(0);
  });
});

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    [0.9, 1.2815515655446004],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [1e-10, -6.361340902404056],
    [1e-20, -9.26234008979841],
  ])('of %f is %f', (p, value) => expect(normalQuantile(p)).toBeCloseTo(value, 12));

  it('has no end', () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
  });
});

describe('Wilson’s interval', () => {
  // Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i out of %i is %f to %f', (successes, trials, low, high) => {
    const [from, to] = wilsonInterval(successes, trials) ?? [Number.NaN, Number.NaN];
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  });

  it('ends at certainty, and there is none without trials', () => {
    expect(wilsonInterval(20, 20)?.[1]).toBe(1);
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});
