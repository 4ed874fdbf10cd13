import { expect, it } from 'vitest';
import { referenceAnswers } from '../../../locomo/diagnosis/reference-answers.ts';
import { released } from '../../../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../../../locomo/scoring/score-question.ts';
import { inventedSamples } from '../errata/fiction.ts';

const samples = inventedSamples();
const categories = samples.flatMap(({ questions }) => questions.map(({ category }) => category));

it('always abstains: right on category 5, and wrong elsewhere', () => {
  const answers = referenceAnswers(samples, 'always abstain');
  expect(answers.map((answer) => scoreQuestion(answer, released).f1)).toEqual(
    categories.map((category) => (category === 5 ? 1 : 0)),
  );
});

it('always takes the distractor, and says that other questions have none', () => {
  const answers = referenceAnswers(samples, 'always the distractor');
  const traps = answers.filter(({ question }) => question.category === 5);
  expect(traps.map(({ given }) => given.prediction)).toEqual(['rye bread', 'Piet']);
  expect(traps.map((answer) => scoreQuestion(answer, released).f1)).toEqual([0, 0]);
  const others = answers.filter(({ question }) => question.category !== 5);
  expect(new Set(others.map(({ given }) => `${given.status}: ${given.reason}`))).toEqual(
    new Set(['missing: the question has no distractor']),
  );
});
