import { describe, expect, it } from 'vitest';
import type { GivenAnswer } from '../../../locomo/scoring/answered-question.ts';
import { released, repaired, type Protocol } from '../../../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../../../locomo/scoring/score-question.ts';
import type { Question } from '../../../locomo/sample.ts';
import { seededRandom } from '../../support/random.ts';
import { readSamples } from '../../support/golden.ts';
import { packageRoot } from '../../../engine/package-root.ts';

const [sample] = readSamples(`${packageRoot}/data/sample.json`);
if (sample === undefined) throw new Error('the packaged sample has no conversation');

const plain: Question = {
  index: 0,
  question: 'Where?',
  category: 4,
  answer: 'in Ghent',
  adversarialAnswer: null,
  evidence: ['D1:1'],
  evidenceTurns: ['D1:1'],
  released: {},
};

function score(protocol: Protocol, question: Partial<Question>, given: Partial<GivenAnswer>) {
  if (sample === undefined) throw new Error('no sample');
  return scoreQuestion(
    {
      sample,
      question: { ...plain, ...question },
      given: { status: 'answered', prediction: 'Ghent', context: null, ...given },
    },
    protocol,
  );
}

describe('each switch, alone', () => {
  it('evidence: the strings, or the turns that they name', () => {
    const question = { evidence: ['D1:1; D2:3', 'D9:99'], evidenceTurns: ['D1:1', 'D2:3'] };
    const given = { context: ['D2:3'] };
    expect(score(released, question, given).recall).toBe(0);
    expect(score({ ...released, evidence: 'turns' }, question, given).recall).toBe(0.5);
  });

  it('withoutEvidence: 1 for itself and 0 in an average, or left out', () => {
    const question = { evidence: [], evidenceTurns: [] };
    const given = { context: ['D1:1'] };
    expect(score(released, question, given)).toMatchObject({ recall: 1, recallShare: 0 });
    expect(score({ ...released, withoutEvidence: 'left-out' }, question, given)).toMatchObject({
      recall: null,
      recallShare: null,
      reasons: { recall: 'no evidence' },
    });
    const unresolved = { evidence: ['D'], evidenceTurns: [] };
    expect(score(repaired, unresolved, given).recall).toBeNull();
  });

  it('withoutContext: 1, or none; an empty context has found nothing in both', () => {
    expect(score(released, {}, {})).toMatchObject({ recall: 1, recallShare: 1 });
    expect(score({ ...released, withoutContext: 'none' }, {}, {})).toMatchObject({
      recall: null,
      reasons: { recall: 'no context was recorded' },
    });
    for (const protocol of [released, repaired]) expect(score(protocol, {}, { context: [] }).recall).toBe(0);
  });

  it.each(['missing', 'failed', 'empty'] as const)('unanswered: %s scores 0, or is left out', (status) => {
    const given = { status, prediction: status === 'empty' ? ' ' : null, reason: 'why' };
    expect(score(released, {}, given).f1).toBe(0);
    expect(score({ ...released, unanswered: 'left-out' }, {}, given)).toMatchObject({
      f1: null,
      reasons: { f1: 'why' },
    });
    expect(score(repaired, {}, { ...given, context: ['D1:1'] }).recall).toBe(1);
  });

  it('abstention: the words alone, or not where they are the distractor', () => {
    const question = { category: 5, answer: null, adversarialAnswer: 'Not mentioned by Oona' } as const;
    const strict = { ...released, abstention: 'not-distractor' } as const;
    const trapped = { prediction: 'not mentioned by Oona.' };
    const right = { prediction: 'Not mentioned in the conversation' };
    expect(score(released, question, trapped).f1).toBe(1);
    expect(score(strict, question, trapped).f1).toBe(0);
    expect(score(strict, question, right).f1).toBe(1);
    expect(score(strict, { ...question, adversarialAnswer: null }, right).f1).toBe(1);
    expect(score(strict, question, { prediction: 'Piet' }).f1).toBe(0);
  });

  it('commas: every one parts a list, or those outside dates', () => {
    const kept = { ...released, commas: 'outside-dates' } as const;
    for (const answer of ['25 May, 2022', 'around November 16, 2023', 'May, 2022', 'Sept. 3rd, 2021']) {
      const question = { category: 1, answer } as const;
      expect(score(kept, question, { prediction: answer }).f1).toBe(1);
      expect(score(kept, question, { prediction: answer.split(',')[0] ?? '' }).f1).toBeGreaterThan(0.5);
      expect(score(released, question, { prediction: answer.split(',')[0] ?? '' }).f1).toBe(0.5);
    }
    const list = { category: 1, answer: 'a boat, 2022, May' } as const;
    expect(score(kept, list, { prediction: 'boat' }).f1).toBe(
      score(released, list, { prediction: 'boat' }).f1,
    );
  });

  it('rounding: three places, or none', () => {
    const question = { answer: 'red old boat', evidence: ['D1:1', 'D1:2', 'D1:3'] };
    const given = { prediction: 'boat of wood, red', context: ['D1:2'] };
    expect(score(released, question, given)).toMatchObject({ f1: 0.571, recall: 0.333 });
    const { f1, recall } = score({ ...released, rounding: 'none' }, question, given);
    expect(f1).toBeCloseTo(4 / 7, 12);
    expect(recall).toBeCloseTo(1 / 3, 12);
  });
});

const isRate = (value: number | null): boolean => value !== null && value >= 0 && value <= 1;

it('any text can be scored: it gives a number from 0 to 1', () => {
  const random = seededRandom(7);
  const letter = (): string => {
    const pick = random();
    if (pick < 0.4) return String.fromCharCode(32 + Math.floor(random() * 95));
    if (pick < 0.5) return ', ';
    // All code units, halves of surrogate pairs among them.
    if (pick < 0.8) return String.fromCharCode(Math.floor(random() * 0x10000));
    return String.fromCodePoint(Math.floor(random() * 0x110000));
  };
  const text = (): string => Array.from({ length: Math.floor(random() * 40) }, letter).join('');
  const strange: unknown[] = [];
  for (let round = 0; round < 2000; round++) {
    const category = ([1, 2, 3, 4, 5] as const)[Math.floor(random() * 5)] ?? 1;
    const question = { category, answer: text(), adversarialAnswer: text(), evidence: [text()] };
    for (const protocol of [released, repaired]) {
      const given = { prediction: text(), context: [text(), 'S1'] };
      const { f1, recall } = score(protocol, question, given);
      if (!isRate(f1) || !isRate(recall)) strange.push({ question, given, f1, recall });
    }
  }
  expect(strange).toEqual([]);
});
