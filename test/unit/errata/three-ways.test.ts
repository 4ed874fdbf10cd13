import { describe, expect, it } from 'vitest';
import { applyErrata } from '../../../locomo/errata/apply-errata.ts';
import { scoreThreeWays } from '../../../locomo/errata/three-ways.ts';
import { scoreAnswer } from '../../../locomo/metrics/score-answer.ts';
import type { AnsweredQuestion } from '../../../locomo/scoring/answered-question.ts';
import { errataTable } from '../../../report/errata-table.ts';
import { answeredBy, entry, inventedSamples, overlay } from './fiction.ts';

const samples = inventedSamples();
const scoreOf = ({ question, given }: AnsweredQuestion): number | null =>
  given.prediction === null ? null : scoreAnswer(question, given.prediction);

// Category 4 has three questions: the gold of one is corrected, one is contested.
const errata = applyErrata(samples, [
  overlay(
    entry({ do: 'fix-gold', answer: 'blue' }),
    entry({ sample_id: 'talk-b', do: 'contest' }),
    entry({ qa_index: 1, do: 'drop' }),
  ),
]);

describe('the same answers scored three ways', () => {
  it('are raw, corrected, and without contested questions, each below its ceiling', () => {
    const right = answeredBy(samples, (index, { sampleId }) =>
      sampleId === 'talk-a' ? (['blue', '20 May', 'Not mentioned'][index] ?? '') : 'shanties',
    );
    const [raw, corrected, uncontested] = scoreThreeWays(right, errata, scoreOf);
    expect(raw?.byCategory[4]).toEqual({
      questions: 3,
      wrongGold: 2,
      score: 1 / 3,
      ceiling: 1 - 2 / 3,
      aboveCeiling: false,
    });
    expect(corrected?.byCategory[4]).toEqual({
      questions: 3,
      wrongGold: 1,
      score: 2 / 3,
      ceiling: 1 - 1 / 3,
      aboveCeiling: false,
    });
    expect(uncontested?.byCategory[4]).toEqual({
      questions: 2,
      wrongGold: 0,
      score: 1,
      ceiling: 1,
      aboveCeiling: false,
    });
    expect(raw?.byCategory[2].questions).toBe(1);
    expect(corrected?.byCategory[2]).toEqual({
      questions: 0,
      wrongGold: 0,
      score: null,
      ceiling: null,
      aboveCeiling: false,
    });
    expect([raw, corrected, uncontested].map((view) => view?.overall.questions)).toEqual([6, 5, 4]);
    expect(raw?.withoutAdversarial.questions).toBe(4);
  });

  it('are flagged where they agree with golds that are held to be wrong', () => {
    const released = answeredBy(
      samples,
      (index, sample) => sample.questions[index]?.answer ?? 'not mentioned',
    );
    const views = scoreThreeWays(released, errata, scoreOf);
    expect(views.map((view) => view.byCategory[4].aboveCeiling)).toEqual([true, false, false]);
    const table = errataTable(views);
    expect(table).toMatch(/^4 single-hop \(3\) +3 +100\.0 ! +33\.3 +3 +66\.7 +66\.7 +2 +50\.0 +100\.0$/m);
    expect(table).toMatch(
      /\n! 3 scores above the ceiling: they agree with golds that are held to be wrong\.$/,
    );
  });

  it('leave out what has no score, in the ceiling too', () => {
    const some = answeredBy(samples, (index, { sampleId }) =>
      sampleId === 'talk-b' && index === 0 ? null : 'shanties',
    );
    const [raw] = scoreThreeWays(some, errata, scoreOf);
    expect(raw?.byCategory[4]).toMatchObject({ questions: 2, wrongGold: 1, ceiling: 0.5 });
  });
});
