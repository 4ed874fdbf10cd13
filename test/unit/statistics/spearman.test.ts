import { expect, it } from 'vitest';
import { spearman } from '../../../locomo/statistics/spearman.ts';

it('correlates ranks', () => {
  const squares = [-2, 0, 1, 3, 5].map((value): [number, number] => [value, value ** 3]);
  expect(spearman(squares)).toBeCloseTo(1, 14);
  expect(spearman(squares.map(([a, b]) => [a, -b]))).toBeCloseTo(-1, 14);
  // 1 - 6 · Σd² / (n³ - n), with the differences 0, 1, -1, 0.
  expect(
    spearman([
      [10, 1],
      [20, 3],
      [30, 2],
      [40, 4],
    ]),
  ).toBeCloseTo(0.8, 14);
});

it('lets equal values share their mean rank', () => {
  // Ranks 1.5, 1.5, 3 and 1, 2, 3.
  expect(
    spearman([
      [1, 5],
      [1, 6],
      [2, 7],
    ]),
  ).toBeCloseTo(Math.sqrt(3) / 2, 14);
});

it('has none where a side does not vary', () => {
  expect(spearman([])).toBeNull();
  expect(spearman([[1, 2]])).toBeNull();
  expect(
    spearman([
      [1, 2],
      [1, 3],
    ]),
  ).toBeNull();
});
