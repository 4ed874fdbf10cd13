import { expect, it } from 'vitest';
import { unparsedReason } from '../../locomo/reply/unparsed-verdict.ts';
import type { Verdict } from '../../locomo/reply/read-verdict.ts';
import type { Calibration } from '../../locomo/scoring/calibration.ts';
import { estimatedRate } from '../../locomo/statistics/rate.ts';
import { calibrationSet } from '../../locomo/scoring/calibration-set.ts';
import { majority, summariseJudgements, type JudgedAnswer } from '../../locomo/scoring/judge-summary.ts';

/** Verdicts as letters: correct, wrong, or a full stop for none. */
function verdicts(letters: string): readonly (Verdict | undefined)[] {
  return [...letters].map((letter) => ({ c: 'correct', w: 'wrong' })[letter] as Verdict | undefined);
}

function judged(category: JudgedAnswer['category'], letters: string, ...reasons: string[]): JudgedAnswer {
  return {
    sampleId: 'talk-a',
    qaIndex: 0,
    category,
    prediction: 'three short words',
    verdicts: verdicts(letters),
    reasons,
  };
}

const answers = [
  judged(1, 'cc'),
  judged(1, 'cw'),
  judged(4, 'w.', unparsedReason('Hm.')),
  judged(4, '..', unparsedReason('Hm.'), 'the server is gone'),
  { ...judged(4, '', 'not answered'), prediction: null },
  judged(5, '', 'adversarial'),
];

it('averages over the questions that have a verdict, and counts the others by what became of them', () => {
  const { overall, byCategory, shareByRepeat, agreement } = summariseJudgements(answers, 2, null);
  expect(overall).toEqual({
    questions: 5,
    judged: 3,
    unparsed: 2,
    failed: 1,
    notJudged: 1,
    share: 0.5,
    interval: null,
    reason: expect.stringContaining('one conversation'),
    corrected: { share: null, interval: null, reason: 'the judge was not calibrated' },
    words: 3,
    lengthCorrelation: { rho: null, of: 3, reason: expect.stringContaining('the same') },
  });
  expect(byCategory[1]).toMatchObject({ questions: 2, judged: 2, share: 0.75 });
  expect(byCategory[2]).toMatchObject({ questions: 0, judged: 0, share: null, words: null });
  expect(byCategory[4]).toMatchObject({ questions: 3, judged: 1, share: 0 });
  expect(shareByRepeat).toEqual([2 / 3, 0.5]);
  expect(agreement).toMatchObject({ units: 2, raw: 0.5 });
});

it('corrects J by the rates of the calibration', () => {
  const calibration: Calibration = {
    falsePositives: estimatedRate({ count: 2, of: 10 }),
    falsePositivesByKind: {
      vague: estimatedRate({ count: 2, of: 10 }),
      specific: estimatedRate({ count: 0, of: 10 }),
    },
    falseNegatives: estimatedRate({ count: 1, of: 10 }),
    unjudged: 0,
  };
  expect(summariseJudgements(answers, 2, calibration).overall.corrected.share).toBeCloseTo(0.3 / 0.7, 12);
});

it('gives intervals over conversations, and the correlation of length and verdict', () => {
  const lengths = ['one', 'one two', 'one two three', 'one two three four'];
  const some = lengths.flatMap((prediction, at) =>
    ['talk-a', 'talk-b', 'talk-c'].map((sampleId) => ({
      ...judged(4, at > 1 || (at === 1 && sampleId === 'talk-a') ? 'c' : 'w'),
      sampleId,
      prediction,
    })),
  );
  const { overall, byCategory } = summariseJudgements(some, 1, null);
  // Conversations with 3, 2 and 2 of 4: 7/12 ± t(2) · √(3/2 · (4/9 + 1/9 + 1/9)) / 12.
  expect(overall.share).toBeCloseTo(7 / 12, 12);
  expect(overall.interval?.[0]).toBeCloseTo(7 / 12 - 4.302652729911275 / 12, 9);
  expect(overall.interval?.[1]).toBeCloseTo(7 / 12 + 4.302652729911275 / 12, 9);
  expect(byCategory[4].interval).toEqual(overall.interval);
  expect(byCategory[1].interval).toBeNull();
  // Ranks: the lengths 2, 5, 8, 11 three times each; five wrong at rank 3, seven right at rank 9.
  expect(overall.lengthCorrelation.of).toBe(12);
  expect(overall.lengthCorrelation.rho).toBeCloseTo(99 / Math.sqrt(135 * 105), 12);
});

it('takes the majority of the verdicts that are there', () => {
  expect(['cc', 'ccw', 'c.', 'cw', 'w', '..', ''].map((letters) => majority(verdicts(letters)))).toEqual([
    'correct',
    'correct',
    'correct',
    undefined,
    'wrong',
    undefined,
    undefined,
  ]);
});

it('ships a right, a vague and a specific wrong answer to each of forty questions', () => {
  const items = calibrationSet();
  expect(new Set(items.map(({ id }) => id)).size).toBe(120);
  const questions = [...new Set(items.map(({ question }) => question))];
  expect(questions).toHaveLength(40);
  for (const asked of questions) {
    const group = items.filter(({ question }) => question === asked);
    expect(new Set(group.map(({ gold }) => gold)).size).toBe(1);
    expect(group.map(({ kind, expected }) => [kind, expected])).toEqual([
      ['right', 'correct'],
      ['vague', 'wrong'],
      ['specific', 'wrong'],
    ]);
  }
  expect(new Set(items.map(({ answer }) => answer)).size).toBe(120);
});
