import { describe, expect, it } from 'vitest';
import { answerOptions, notMentioned } from '../../../locomo/answer-protocol.ts';
import { adversarialOutcome, adversarialReport } from '../../../locomo/diagnosis/adversarial.ts';
import type { AnsweredQuestion } from '../../../locomo/scoring/answered-question.ts';
import { adversarialTable } from '../../../report/adversarial-table.ts';
import { aQuestion, aSample } from '../metrics/fiction.ts';

const sample = aSample([]);

function trap(prediction: string | null, index = 0, distractor = 'a pear tree'): AnsweredQuestion {
  const question = aQuestion({ category: 5, index, answer: null, adversarialAnswer: distractor });
  const status = prediction === null ? 'failed' : 'answered';
  return { sample, question, given: { status, prediction, context: null } };
}

function plain(prediction: string, index: number): AnsweredQuestion {
  return { ...trap(prediction), question: aQuestion({ category: 4, index }) };
}

const exact = ({ question, given }: AnsweredQuestion): number =>
  given.prediction === question.answer ? 1 : 0;

describe('an answer to an adversarial question', () => {
  it.each([
    ['A pear tree.', 'trapped'],
    ['He planted a pear tree in May', 'trapped'],
    ['Not mentioned in the conversation', 'abstained'],
    ['A pear tree? That is not mentioned.', 'abstained'],
    ['No information available', 'abstained'],
    ['tomatoes', 'neither'],
    ['a pear-treetop', 'neither'],
  ])('%j is %s', (prediction, outcome) => {
    expect(adversarialOutcome(trap(prediction))).toBe(outcome);
  });

  it('is trapped by a distractor that has the words of abstention', () => {
    expect(adversarialOutcome(trap('not mentioned!', 0, 'Not mentioned'))).toBe('trapped');
  });

  it('is none where there is no answer, or no adversarial question', () => {
    expect(adversarialOutcome(trap(null))).toBeNull();
    expect(adversarialOutcome(plain('a pear tree', 0))).toBeNull();
  });
});

/** Answers to 200 traps that choose an option by its place, or by what it says. */
const choosing = (choose: (options: readonly [string, string]) => string) =>
  Array.from({ length: 200 }, (_, index) => {
    const options = answerOptions(trap('', index).question, sample.sampleId, 7);
    return trap(options === null ? null : choose(options), index);
  });

describe('the report on category 5', () => {
  it('counts what answers did, and leaves out what was not answered', () => {
    const report = adversarialReport(
      [trap('a pear tree'), trap(notMentioned, 1), trap(notMentioned, 2), trap('peas', 3), trap(null, 4)],
      0,
      exact,
    );
    expect(report).toMatchObject({
      questions: 4,
      unanswered: 1,
      trapped: { count: 1, of: 4 },
      abstained: { count: 2, of: 4 },
      neither: { count: 1, of: 4 },
    });
  });

  it('sees an answerer that always takes the first option', () => {
    const { position, trapped } = adversarialReport(
      choosing(([first]) => first),
      7,
      exact,
    );
    expect(position?.choseFirst).toMatchObject({ count: 200, of: 200, method: 'wilson' });
    expect(position?.abstainedWhenFirst.count).toBe(position?.abstainedWhenFirst.of);
    expect(position?.abstainedWhenSecond.count).toBe(0);
    expect(trapped.count).toBe(position?.abstainedWhenSecond.of);
  });

  it('sees none in one that always abstains, though the places are not even', () => {
    const { position } = adversarialReport(
      choosing(() => notMentioned),
      7,
      exact,
    );
    const { choseFirst, abstainedWhenFirst, abstainedWhenSecond } = position ?? {};
    expect(choseFirst?.of).toBe(200);
    expect(choseFirst?.count).toBe(abstainedWhenFirst?.of);
    expect(abstainedWhenFirst?.count).toBe(abstainedWhenFirst?.of);
    expect(abstainedWhenSecond?.count).toBe(abstainedWhenSecond?.of);
    expect(abstainedWhenSecond?.of).toBeGreaterThan(60);
  });

  it('has no position bias where the order is not known', () => {
    const report = adversarialReport(
      choosing(([first]) => first),
      null,
      exact,
    );
    expect(report.position).toBeNull();
    expect(adversarialTable(report)).toContain('the order of the options is not known');
  });

  it('trades coverage for risk at the one threshold there is without a confidence', () => {
    const answers = [plain('tomatoes', 0), plain('peas', 1), plain('Not mentioned', 2), plain('tomatoes', 3)];
    const { overAbstained, riskCoverage } = adversarialReport(answers, 0, exact);
    expect(overAbstained).toMatchObject({ count: 1, of: 4 });
    expect(riskCoverage).toEqual({
      answers: 3,
      withConfidence: 0,
      points: [
        { policy: 'as answered', threshold: null, coverage: { count: 3, of: 4 }, risk: 1 - 2 / 3 },
        { policy: 'abstention is an error', threshold: null, coverage: { count: 4, of: 4 }, risk: 0.5 },
      ],
      area: null,
      reason: 'no answer has a confidence',
    });
    expect(adversarialTable(adversarialReport(answers, 0, exact))).toContain(
      'Risk at coverage on categories 1 to 4: 33.3 % at 75.0 % (as answered); 50.0 % at 100.0 % (abstention is an error).',
    );
  });

  it('has intervals over conversations where these differ, and Wilson’s where they do not', () => {
    const other = { ...sample, sampleId: 'other' };
    const answers = [
      trap('a pear tree'),
      trap('a pear tree', 1),
      { ...trap(notMentioned, 2), sample: other },
    ];
    const { trapped, neither } = adversarialReport(answers, 0, exact);
    expect(trapped).toEqual({ count: 2, of: 3, interval: [0, 1], method: 'conversations' });
    expect(neither).toMatchObject({ count: 0, of: 3, method: 'wilson' });
    expect(neither.interval?.[1]).toBeCloseTo(0.5615, 4);
    const table = adversarialTable(adversarialReport(answers, 0, exact));
    expect(table).toMatch(/^ {2}took the distractor +66\.7 +0\.0 to 100\.0 +3$/m);
    expect(table).toMatch(/^ {2}did neither +0\.0 +0\.0 to 56\.1 \* +3$/m);
    expect(table).toContain('*: Wilson’s');
  });

  it('shows rates with intervals, and a dash where there is nothing', () => {
    const some = adversarialTable(
      adversarialReport([...choosing(([first]) => first), trap(null, 300)], 7, exact),
    );
    expect(some).toMatch(/^ {2}chose the option shown first +100\.0 +98\.1 to 100\.0 \* +200$/m);
    expect(some).toContain('1 adversarial question without an answer.');
    expect(adversarialTable(adversarialReport([], 0, exact))).toMatch(/^ {2}abstained +– +– +0$/m);
  });
});
