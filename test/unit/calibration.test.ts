import { expect, it } from 'vitest';
import { calibrate } from '../../locomo/scoring/calibration.ts';
import { estimatedRate } from '../../locomo/statistics/rate.ts';

it('gives a rate with its Wilson interval', () => {
  // Newcombe (1998), table I: 81 of 263 and 0 of 20.
  const [low, high] = estimatedRate({ count: 81, of: 263 }).interval ?? [];
  expect(low).toBeCloseTo(0.2553, 4);
  expect(high).toBeCloseTo(0.3662, 4);
  expect(estimatedRate({ count: 0, of: 20 }).interval?.[0]).toBe(0);
  expect(estimatedRate({ count: 0, of: 20 }).interval?.[1]).toBeCloseTo(0.1611, 4);
  expect(estimatedRate({ count: 0, of: 0 })).toEqual({ count: 0, of: 0, rate: null, interval: null });
});

it('counts the errors of a judge by kind, and leaves out what it did not judge', () => {
  const found = calibrate([
    { kind: 'right', expected: 'correct', verdict: 'correct' },
    { kind: 'right', expected: 'correct', verdict: 'wrong' },
    { kind: 'right', expected: 'correct', verdict: undefined },
    { kind: 'vague', expected: 'wrong', verdict: 'correct' },
    { kind: 'vague', expected: 'wrong', verdict: 'correct' },
    { kind: 'specific', expected: 'wrong', verdict: 'wrong' },
    { kind: 'specific', expected: 'wrong', verdict: 'correct' },
  ]);
  expect(found.falseNegatives).toMatchObject({ count: 1, of: 2, rate: 0.5 });
  expect(found.falsePositives).toMatchObject({ count: 3, of: 4, rate: 0.75 });
  expect(found.falsePositivesByKind.vague).toMatchObject({ count: 2, of: 2, rate: 1 });
  expect(found.falsePositivesByKind.specific).toMatchObject({ count: 1, of: 2, rate: 0.5 });
  expect(found.unjudged).toBe(1);
});
