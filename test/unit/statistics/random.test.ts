import { expect, it } from 'vitest';
import { seededRandom, xoshiro } from '../../../locomo/statistics/random.ts';

it('gives the numbers of xoshiro128**, written out in whole numbers without bounds', () => {
  const random = xoshiro([1, 2, 3, 4]);
  const expected = xoshiroOfBigInts([1n, 2n, 3n, 4n], 1000);
  expect(Array.from({ length: 1000 }, random.bits)).toEqual(expected);
  expect(expected.slice(0, 3)).toEqual([11520, 0, 5927040]);
});

it('gives the same for the same seed, and something else for any other, near or large', () => {
  expect(first(7)).toBe(first(7));
  const seeds = [0, 1, 2, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 40, 2 ** 40 + 1];
  expect(new Set(seeds.map(first)).size).toBe(seeds.length);
});

it('draws each of a few numbers about as often, and each bit', () => {
  const random = seededRandom(1);
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 70_000; draw++) {
    const drawn = random.below(7);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  const bits = Array.from({ length: 32 }, () => 0);
  for (let draw = 0; draw < 10_000; draw++) {
    const word = random.bits();
    for (let bit = 0; bit < 32; bit++) bits[bit] = (bits[bit] ?? 0) + ((word >>> bit) & 1);
  }
  for (const count of bits) expect(Math.abs(count - 5000)).toBeLessThan(250);
  const uniform = Array.from({ length: 10_000 }, random.uniform);
  expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...uniform)).toBeLessThan(1);
  expect(uniform.reduce((sum, value) => sum + value, 0) / 10_000).toBeCloseTo(0.5, 1);
});

function first(seed: number): string {
  const random = seededRandom(seed);
  return Array.from({ length: 4 }, random.bits).join(' ');
}

const word = (value: bigint): bigint => BigInt.asUintN(32, value);
const rotate = (value: bigint, by: bigint): bigint => word((value << by) | (value >> (32n - by)));

/** The published algorithm again, step by step, where no operation can overflow by accident. */
function xoshiroOfBigInts(start: [bigint, bigint, bigint, bigint], length: number): number[] {
  let [a, b, c, d] = start;
  return Array.from({ length }, () => {
    const result = word(rotate(word(b * 5n), 7n) * 9n);
    const shifted = word(b << 9n);
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11n);
    return Number(result);
  });
}
