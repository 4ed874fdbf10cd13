import { expect, it } from 'vitest';
import { type Example, fitLogLinear } from '../../scripts/tune/fit-log-linear.ts';

const settings = { iterations: 200, stepSize: 0.1, ridge: 1e-3, floor: 0.02 };

/** Three candidates with two features; the reward follows the first and falls with the second. */
const example = (rewards: readonly [number, number, number]): Example => ({
  features: Float32Array.from([1, 0, 0, 1, 0, 0]),
  rewards: Float32Array.from(rewards),
});

it('learns which features go with a reward, the same way every time', () => {
  const examples = [example([1, 0, 0]), example([1, 0, 0.2]), example([0.8, 0, 0.1])];
  const [first = 0, second = 0] = fitLogLinear(examples, [0, 0], settings);
  expect(first).toBeGreaterThan(1);
  expect(second).toBeLessThan(-0.5);
  expect(fitLogLinear(examples, [0, 0], settings)).toEqual([first, second]);
});

it('learns nothing from questions that no candidate answers', () => {
  const examples = [example([0, 1, 0])];
  const withHopeless = [...examples, example([0, 0, 0])];
  expect(fitLogLinear(withHopeless, [0, 0], settings)).toEqual(fitLogLinear(examples, [0, 0], settings));
});
