import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../locomo/statistics/interval-of.ts';
import { comparePairs, type ScoredPair } from '../../locomo/statistics/paired-comparison.ts';
import { improvedMarks, simulatedMarks, type Marks } from '../support/ten-conversations.ts';

const settings = { interval: 'student', samples: 199, seed: 1 } as const;

function pairsOf(first: Marks, second: Marks): ScoredPair[] {
  return first.flatMap((own, conversation) =>
    own.map((mark, index) => ({
      cluster: String(conversation),
      first: Number(mark),
      second: Number(second[conversation]?.[index]),
    })),
  );
}

function isFound({ interval, p }: ReturnType<typeof comparePairs>): boolean {
  return interval !== null && (interval[0] > 0 || interval[1] < 0) && (p.byConversation ?? 1) <= 0.05;
}

describe('on 1,540 questions of ten conversations', () => {
  it('finds a planted difference of five points, every time', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const marks = simulatedMarks(seed);
      const compared = comparePairs(pairsOf(marks, improvedMarks(marks, 0.05, seed)), settings);
      expect(compared.questions).toBe(1540);
      expect(isFound(compared)).toBe(true);
      expect(compared.difference).toBeCloseTo(0.05, 1.5);
    }
  });

  it('finds nothing between runs that differ by seed alone, save by the accident that 5 % allows', () => {
    const found = Array.from({ length: 100 }, (_, index) =>
      comparePairs(pairsOf(simulatedMarks(2 * index + 1), simulatedMarks(2 * index + 2)), settings),
    ).filter(isFound);
    expect(found.length).toBeLessThanOrEqual(10);
  });

  it('finds true differences as large as it says it would, about four times in five', () => {
    const typical = comparePairs(pairsOf(simulatedMarks(1), simulatedMarks(2)), settings);
    const by = typical.detectable ?? 0;
    expect(by).toBeGreaterThan(0.02);
    const outcomes = Array.from({ length: 200 }, (_, index) => {
      const better = improvedMarks(simulatedMarks(2 * index + 2), by, index + 1);
      return comparePairs(pairsOf(simulatedMarks(2 * index + 1), better), settings);
    });
    const share = outcomes.filter(({ interval }) => (interval?.[0] ?? 0) > 0).length / 200;
    expect(share).toBeGreaterThan(0.6);
  });
});

describe('a comparison of pairs', () => {
  it('counts who is better, and takes the second less the first', () => {
    const pairs = [
      { cluster: 'a', first: 0, second: 1 },
      { cluster: 'a', first: 0.5, second: 0.25 },
      { cluster: 'b', first: 1, second: 1 },
      { cluster: 'b', first: 0.5, second: 0.75 },
    ];
    const compared = comparePairs(pairs, settings);
    expect(compared).toMatchObject({ questions: 4, conversations: 2, first: 0.5, second: 0.75 });
    expect(compared).toMatchObject({ difference: 0.25, wins: 2, losses: 1, ties: 1 });
  });

  it('is the same for the same seed, by bootstrap as well', () => {
    const pairs = pairsOf(simulatedMarks(1), simulatedMarks(2));
    const drawn = { ...settings, interval: 'bootstrap' } as const;
    expect(comparePairs(pairs, drawn)).toEqual(comparePairs(pairs, drawn));
    expect(comparePairs(pairs, drawn).interval).not.toEqual(
      comparePairs(pairs, { ...drawn, seed: 2 }).interval,
    );
  });

  it('does not claim to see any difference where none varies', () => {
    const same = pairsOf(simulatedMarks(1), simulatedMarks(1));
    expect(comparePairs(same, settings)).toMatchObject({
      difference: 0,
      interval: [0, 0],
      detectable: null,
      p: { byConversation: 1, byQuestion: 1, student: 1 },
    });
  });

  it('has no test across conversations where there is one, and none at all without questions', () => {
    const one = comparePairs([{ cluster: 'a', first: 0, second: 1 }], settings);
    expect(one).toMatchObject({ difference: 1, interval: null, detectable: null });
    expect(one.p).toMatchObject({ byConversation: null, student: null });
    expect(one.reason).toMatch(/one conversation/);
    expect(comparePairs([], settings)).toMatchObject({ first: null, difference: null, interval: null });
  });
});

it('gives the interval of a mean over questions, leaving out those without a score', () => {
  const rows = [
    { cluster: 'a', value: 1 },
    { cluster: 'b', value: 0 },
    { cluster: 'b', value: null },
  ];
  const { mean, values, standardError, interval } = intervalOf(rows);
  expect({ mean, values }).toEqual({ mean: 0.5, values: 2 });
  expect(standardError).toBeCloseTo(0.5, 14);
  // With one degree of freedom it would reach beyond what a mean of scores can be.
  expect(interval).toEqual([0, 1]);
});
