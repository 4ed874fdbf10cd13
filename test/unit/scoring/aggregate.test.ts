import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../../locomo/dataset/load.ts';
import { notMentioned } from '../../../locomo/answer-protocol.ts';
import { aggregate } from '../../../locomo/scoring/aggregate.ts';
import type { AnsweredQuestion, GivenAnswer } from '../../../locomo/scoring/answered-question.ts';
import { measureAnswers } from '../../../locomo/scoring/question-result.ts';
import { questionSetDigest } from '../../../locomo/scoring/question-set.ts';
import { recallCeiling } from '../../../locomo/scoring/recall-ceiling.ts';
import { released } from '../../../locomo/scoring/protocol.ts';
import { readSamples } from '../../support/golden.ts';
import { locomoData } from '../../support/shared.ts';
import { twoConversations } from '../../support/two-conversations.ts';

const { samples } = loadDataset(Buffer.from(JSON.stringify(twoConversations())), 'fiction.json');

const answer = (prediction: string, context: GivenAnswer['context'] = null): GivenAnswer => ({
  status: 'answered',
  prediction,
  context,
});
const failed: GivenAnswer = { status: 'failed', prediction: null, context: null, reason: 'busy' };

/** The answers to the six questions, in the order of the data. */
function answers(given: readonly GivenAnswer[]): AnsweredQuestion[] {
  const questions = samples.flatMap((sample) => sample.questions.map((question) => ({ sample, question })));
  return questions.map((each, index) => ({ ...each, given: given[index] ?? failed }));
}

const summarised = (given: readonly GivenAnswer[]) => aggregate(measureAnswers(answers(given)));

describe('averages', () => {
  // talk-a: category 4 right, 2 failed, 5 right; talk-b: category 4 right, 4 wrong, 5 wrong.
  const result = summarised([
    answer('red', ['D1:1']),
    failed,
    answer(notMentioned, ['D1:1']),
    answer('Ghent', []),
    answer('hymns', ['D1:3']),
    answer('Piet', null),
  ]);

  it('hold sums, counts and means, the failed question as 0 or left out', () => {
    expect(result.statuses).toEqual({ answered: 5, empty: 0, missing: 0, failed: 1 });
    expect(result.released.f1).toMatchObject({
      overall: { sum: 3, count: 6, mean: 0.5 },
      withoutAdversarial: { sum: 2, count: 4, mean: 0.5 },
      byCategory: {
        1: { sum: 0, count: 0, mean: null },
        2: { sum: 0, count: 1, mean: 0 },
        4: { sum: 2, count: 3 },
        5: { sum: 1, count: 2, mean: 0.5 },
      },
      macroCategories: { count: 3, mean: (0 + 2 / 3 + 1 / 2) / 3 },
      macroConversations: { count: 2, mean: (2 / 3 + 1 / 3) / 2 },
    });
    expect(result.repaired.f1.overall).toMatchObject({ sum: 3, count: 5, mean: 0.6 });
    expect(result.repaired.f1.byCategory[2]).toMatchObject({ sum: 0, count: 0, mean: null });
    expect(result.repaired.f1.macroConversations.mean).toBeCloseTo((1 + 1 / 3) / 2, 12);
  });

  it('of recall count an unrecorded context as 1, or not at all', () => {
    expect(result.released.recall.overall).toMatchObject({ sum: 4, count: 6, mean: 4 / 6 });
    expect(result.repaired.recall.overall).toMatchObject({ sum: 2, count: 4, mean: 0.5 });
    expect(result.retrieval.turn.recallAny.overall).toMatchObject({ sum: 2, count: 4, mean: 0.5 });
    expect(result.retrieval.session.recallAny.overall).toMatchObject({ sum: 2, count: 4, mean: 0.5 });
  });

  it('of word overlap take the questions that have a gold answer', () => {
    expect(result.released.overlap.exactMatch.overall).toMatchObject({ sum: 2, count: 4, mean: 0.5 });
    expect(result.repaired.overlap.exactMatch.overall).toMatchObject({ sum: 2, count: 3, mean: 2 / 3 });
    expect(result.words.overall).toMatchObject({ sum: 9, count: 5, mean: 9 / 5 });
  });

  it('have the interval over conversations, macro averages too', () => {
    const { overall, macroConversations, macroCategories } = result.released.f1;
    // Two conversations, with sums 2 and 1 of 3: a standard error of 1/6, and t with one degree of freedom.
    expect(overall.interval).toEqual([0, 1]);
    expect(result.words.overall.interval?.[1]).toBeGreaterThan(1);
    // Means of 2/3 and 1/3: Student's 12.7 with one degree of freedom times 1/6.
    expect(macroConversations.interval).toEqual([0, 1]);
    expect(macroCategories.interval).toEqual([0, 1]);
    // One conversation cannot tell.
    expect(result.released.f1.byCategory[2].interval).toBeNull();
  });

  it('name their set of questions, whatever its order', () => {
    expect(result.questionSet).toMatch(/^[0-9a-f]{12}$/);
    expect(result.released.questionSet).toBe(result.questionSet);
    expect(result.repaired.questionSet).not.toBe(result.questionSet);
    expect(questionSetDigest(answers([]).toReversed())).toBe(result.questionSet);
  });

  it('by distance hold every question whose evidence is found', () => {
    expect(result.released.f1ByDistance.toEarliest).toEqual([{ bin: 1, sum: 3, count: 6, mean: 0.5 }]);
    expect(result.repaired.f1ByDistance.toEarliest).toEqual([{ bin: 1, sum: 3, count: 5, mean: 0.6 }]);
    expect(result.released.f1ByDistance.span).toEqual([]);
  });
});

it('without any context there is no recall, not even the released 1', () => {
  const result = summarised([answer('red')]);
  expect(result.released.recall.overall).toMatchObject({ sum: 0, count: 0, mean: null });
  expect(result.repaired.recall.overall.mean).toBeNull();
});

it('without any answer there are zeros in the released averages and none in the repaired', () => {
  const result = summarised([]);
  expect(result.released.f1.overall).toMatchObject({ sum: 0, count: 6, mean: 0 });
  expect(result.repaired.f1.overall).toMatchObject({ sum: 0, count: 0, mean: null });
});

it('the ceiling of recall is what the whole database gives', () => {
  const all = answers([]);
  expect(recallCeiling(all, 'dialog', released).overall.mean).toBe(1);
  expect(recallCeiling(all, 'summary', released).overall.mean).toBe(1);
  // The observations of the first conversation leave out the turn that its third question is about.
  expect(recallCeiling(all, 'observation', released).overall).toMatchObject({
    sum: 5,
    count: 6,
    mean: 5 / 6,
  });
});

describe.skipIf(locomoData() === undefined)('the released data (needs locomo10.json)', () => {
  it('give an overall of .233 for abstaining always', () => {
    const everything = readSamples(locomoData()).flatMap((sample) =>
      sample.questions.map((question) => ({ sample, question, given: answer(notMentioned) })),
    );
    const result = aggregate(measureAnswers(everything));
    expect(result.released.f1.overall.mean).toBeCloseTo(0.233, 3);
    expect(result.abstaining).toBe(1986);
    expect(recallCeiling(everything, 'observation', released).overall.mean).toBeCloseTo(0.804, 3);
  });
});
