import { questionName, type AnsweredQuestion } from '../scoring/answered-question.ts';
import type { Category } from '../sample.ts';
import type { CorrectedSamples } from './apply-errata.ts';

/** The mean score of a set of questions, and what a perfect system could reach on it. */
export interface BoundedScore {
  /** Questions that have a score. */
  readonly questions: number;
  /** Of these, the ones whose gold is held to be wrong or doubtful. */
  readonly wrongGold: number;
  /** In [0, 1]; null where no question has a score. */
  readonly score: number | null;
  /** The share of questions whose gold is not held to be wrong; null where no question has a score. */
  readonly ceiling: number | null;
  /** True for a score that no system reaches by being right: it agrees with golds that are held to be wrong. */
  readonly aboveCeiling: boolean;
}

/** The same answers by one way of taking the errata. */
export interface ErrataView {
  readonly view: 'raw' | 'corrected' | 'without contested';
  readonly byCategory: { readonly [id in Category]: BoundedScore };
  /** Over categories 1 to 4. */
  readonly withoutAdversarial: BoundedScore;
  readonly overall: BoundedScore;
}

/**
 * Scores the same answers three times: against the released questions; against the corrected ones, of which contested
 * ones may still be wrong; and against those that nobody contests. `score` gives the score of one answer in [0, 1],
 * null where it has none: it then enters neither mean nor ceiling.
 */
export function scoreThreeWays(
  answers: readonly AnsweredQuestion[],
  errata: CorrectedSamples,
  score: (answer: AnsweredQuestion) => number | null,
): readonly ErrataView[] {
  const corrected = correctedAnswers(answers, errata);
  const uncontested = corrected.filter((answer) => !errata.contested.has(questionName(answer)));
  const view = (
    name: ErrataView['view'],
    questions: readonly AnsweredQuestion[],
    wrong: ReadonlySet<string>,
  ): ErrataView => {
    const scored = questions.flatMap((answer): ScoredAnswer[] => {
      const value = score(answer);
      if (value === null) return [];
      const { category } = answer.question;
      return [{ category, score: value, isWrong: wrong.has(questionName(answer)) }];
    });
    return { view: name, ...bounded(scored) };
  };
  return [
    view('raw', answers, errata.wrongGold),
    view('corrected', corrected, errata.contested),
    view('without contested', uncontested, new Set()),
  ];
}

/** The answers against the corrected questions; those to dropped questions are left out. */
export function correctedAnswers(
  answers: readonly AnsweredQuestion[],
  { samples }: Pick<CorrectedSamples, 'samples'>,
): readonly AnsweredQuestion[] {
  const questions = new Map(
    samples.flatMap((sample) =>
      sample.questions.map((question) => [questionName({ sample, question }), { sample, question }]),
    ),
  );
  return answers.flatMap((answer) => {
    const now = questions.get(questionName(answer));
    return now === undefined ? [] : [{ ...answer, ...now }];
  });
}

interface ScoredAnswer {
  readonly category: Category;
  readonly score: number;
  readonly isWrong: boolean;
}

function bounded(answers: readonly ScoredAnswer[]): Omit<ErrataView, 'view'> {
  const of = (id: Category): BoundedScore => boundedScore(answers.filter(({ category }) => category === id));

  return {
    byCategory: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
    withoutAdversarial: boundedScore(answers.filter(({ category }) => category !== 5)),
    overall: boundedScore(answers),
  };
}

function boundedScore(answers: readonly ScoredAnswer[]): BoundedScore {
  const questions = answers.length;
  const wrongGold = answers.filter(({ isWrong }) => isWrong).length;
  if (questions === 0) return { questions, wrongGold, score: null, ceiling: null, aboveCeiling: false };
  const score = answers.reduce((total, answer) => total + answer.score, 0) / questions;
  const ceiling = 1 - wrongGold / questions;
  // A mean of ones may miss 1 by rounding.
  return { questions, wrongGold, score, ceiling, aboveCeiling: score > ceiling + 1e-9 };
}
