import { describe, expect, it } from 'vitest';
import { normalizeAnswer } from '../../../locomo/metrics/normalize-answer.ts';
import { numpyMean } from '../../../locomo/metrics/numpy-mean.ts';
import { roundAsNumpy, roundAsPython } from '../../../locomo/metrics/round.ts';
import { roundScore, scoreAnswer } from '../../../locomo/metrics/score-answer.ts';
import { tokenF1 } from '../../../locomo/metrics/token-f1.ts';

describe('normalizeAnswer', () => {
  it.each([
    ['The cat, and a dog!', 'cat dog'],
    ['1,000 self-made "pots"', '1000 selfmade pots'],
    ['Mira’s long–awaited trip', 'mira’s long–awaited trip'],
    ['a.n.d', ''],
  ])('%j becomes %j', (answer, normalised) => {
    expect(normalizeAnswer(answer)).toBe(normalised);
  });

  it('finds the ends of words as Python does, beyond ASCII', () => {
    expect(normalizeAnswer('éa theé a\u0301 a\u200d a—the')).toBe('éa theé a\u0301 a\u200d —');
  });

  it('splits at the white space of Python', () => {
    expect(normalizeAnswer('x\u001Cy\u0085z\u00A0\u3000w')).toBe('x y z w');
    expect(normalizeAnswer('\uFEFFx\u200By')).toBe('\uFEFFx\u200By');
  });
});

describe('tokenF1', () => {
  it('compares stems, each as often as it occurs', () => {
    expect(tokenF1('running shoes', 'Runs in a shoe')).toBeCloseTo(0.8, 12);
    expect(tokenF1('tea tea tea', 'tea')).toBe(0.5);
  });

  it('is 0 where nothing is shared or nothing is left', () => {
    expect(tokenF1('tea', 'coffee')).toBe(0);
    expect(tokenF1('the', 'a')).toBe(0);
  });
});

describe('scoreAnswer', () => {
  it('takes category 1 for lists: the mean over gold parts of the best F1', () => {
    const question = { category: 1, answer: 'pottery, hiking, chess' } as const;
    expect(scoreAnswer(question, 'chess, pottery')).toBeCloseTo(2 / 3, 12);
    expect(scoreAnswer(question, 'chess and pottery')).toBeCloseTo((2 / 3 + 2 / 3) / 3, 12);
  });

  it('reads the gold of category 3 up to the first ";" only', () => {
    const answer = 'Likely no; she\nis allergic; badly';
    expect(scoreAnswer({ category: 3, answer }, 'likely no')).toBe(1);
    expect(scoreAnswer({ category: 4, answer }, 'likely no')).toBeLessThan(1);
  });

  it('compares whole answers in categories 2 and 4', () => {
    expect(scoreAnswer({ category: 2, answer: '7 May, 2023' }, '7 May 2023')).toBe(1);
    expect(scoreAnswer({ category: 4, answer: 'tea, coffee' }, 'tea')).toBeCloseTo(2 / 3, 12);
  });

  it('rewards abstention in category 5, whatever the gold', () => {
    const question = { category: 5, answer: null } as const;
    expect(scoreAnswer(question, 'This is Not Mentioned anywhere.')).toBe(1);
    expect(scoreAnswer(question, 'No information available')).toBe(1);
    expect(scoreAnswer(question, 'It was not  mentioned')).toBe(0);
    expect(scoreAnswer({ category: 5, answer: 'tea' }, 'tea')).toBe(0);
  });

  it('takes a missing gold elsewhere for a bug', () => {
    expect(() => scoreAnswer({ category: 2, answer: null }, 'tea')).toThrow(TypeError);
  });
});

describe('rounding to three places', () => {
  it('sends exact ties to the even neighbour', () => {
    expect([0.0625, 0.1875, 0.3125].map(roundAsPython)).toEqual([0.062, 0.188, 0.312]);
    expect([0.0625, 0.1875, 0.3125].map(roundAsNumpy)).toEqual([0.062, 0.188, 0.312]);
    expect([0, 1, 2 / 3].map(roundAsPython)).toEqual([0, 1, 0.667]);
  });

  it('differs between Python and numpy where only the thousandfold is a tie', () => {
    // The double nearest 0.0125 lies a little above it.
    expect(roundAsPython(0.0125)).toBe(0.013);
    expect(roundAsNumpy(0.0125)).toBe(0.012);
    expect(roundScore(1, 0.0125)).toBe(0.012);
    expect(roundScore(4, 0.0125)).toBe(0.013);
  });
});

describe('numpyMean', () => {
  it('adds up in lanes from eight values on', () => {
    // One after the other, each 1 would be lost beside 2^53; in lanes they meet before it.
    const big = 2 ** 53;
    expect(numpyMean([big, 1, 1, 1])).toBe(big / 4);
    expect(numpyMean([big, 0, 1, 1, 1, 1, 1, 1])).toBe((big + 6) / 8);
  });

  it('adds what is left over to the lanes', () => {
    expect(numpyMean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(5.5);
    expect(numpyMean(Array.from({ length: 19 }, (_, index) => index))).toBe(9);
  });
});
