import { ExpectedError } from '../../engine/expected-error.ts';
import { unknownName } from '../../engine/unknown-name.ts';
import type { Sample } from '../sample.ts';
import { questionName, type AnsweredQuestion } from './answered-question.ts';

/** Which questions are to be scored, where not all. */
export interface QuestionScope {
  /** Conversations; all where empty. */
  readonly samples: readonly string[];
  /** Leaves out what is missing or failed; an empty answer is one. */
  readonly onlyAnswered: boolean;
}

/** The answers to the questions in scope; an unknown conversation, or no question at all, is an `ExpectedError`. */
export function inScope(
  answers: readonly AnsweredQuestion[],
  { samples, onlyAnswered }: QuestionScope,
): readonly AnsweredQuestion[] {
  const ids = new Set(answers.map(({ sample }) => sample.sampleId));
  for (const id of samples) if (!ids.has(id)) throw unknownName('sample', id, ids, '--samples');
  const chosen = answers.filter(
    ({ sample, given }) =>
      (samples.length === 0 || samples.includes(sample.sampleId)) &&
      (!onlyAnswered || given.status === 'answered' || given.status === 'empty'),
  );
  if (chosen.length > 0 || answers.length === 0) return chosen;
  throw new ExpectedError({
    code: 'no-questions',
    message: 'Expected an answer to one of the questions, found none.',
    where: '--only-answered',
    remedy: 'Leave it out to see what became of the questions.',
  });
}

/** The samples with the questions only that were asked. */
export function askedOf(
  samples: readonly Sample[],
  answers: readonly Pick<AnsweredQuestion, 'sample' | 'question'>[],
): readonly Sample[] {
  const asked = new Set(answers.map(questionName));
  return samples.map((sample) => ({
    ...sample,
    questions: sample.questions.filter((question) => asked.has(questionName({ sample, question }))),
  }));
}
