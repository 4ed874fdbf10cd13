import { ExpectedError } from '../engine/expected-error.ts';
import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import { questionName, type AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import { questionSetDigest } from '../locomo/scoring/question-set.ts';
import { counted } from './counted.ts';

/** What a system gave, for every question of the data in the order of the data. */
export interface System {
  /** Where the answers come from. */
  readonly name: string;
  readonly answers: readonly AnsweredQuestion[];
}

/** Systems on the questions on which they can be compared. */
export interface SharedQuestions {
  /** Each with the same questions, in the order of the data. */
  readonly systems: readonly System[];
  readonly questions: number;
  /** Names the set of questions, as scores do. */
  readonly digest: string;
  /** By system, how many of its questions are left out because another system has nothing for them. */
  readonly leftOut: readonly number[];
}

/**
 * The questions that the systems were asked: those of which their files say something. Systems that were asked
 * different questions are an `ExpectedError` that tells the difference; with `common` the questions that all of
 * them were asked are taken.
 */
export function sharedQuestions(systems: readonly System[], common: boolean): SharedQuestions {
  const asked = systems.map(
    ({ answers }) => new Set(answers.filter(({ given }) => given.status !== 'missing').map(questionName)),
  );
  const shared = new Set([...(asked[0] ?? [])].filter((name) => asked.every((names) => names.has(name))));
  const leftOut = asked.map((names) => names.size - shared.size);
  const odd = leftOut.findIndex((count) => count > 0);
  if (shared.size === 0) throw nothingShared(systems, asked);
  if (odd >= 0 && !common) throw different(systems, asked, shared);
  const restricted = systems.map(({ name, answers }) => ({
    name,
    answers: answers.filter((answered) => shared.has(questionName(answered))),
  }));
  return {
    systems: restricted,
    questions: shared.size,
    digest: questionSetDigest(restricted[0]?.answers ?? []),
    leftOut,
  };
}

function nothingShared(systems: readonly System[], asked: readonly ReadonlySet<string>[]): ExpectedError {
  const found = systems.map(({ name }, index) => `${counted(asked[index]?.size ?? 0, 'answer')} in ${name}`);
  return new ExpectedError({
    code: 'question-sets',
    message: `Expected questions that all of them answered, found ${found.join(', ')} and none in common.`,
    remedy: 'Compare answers to the same questions.',
  });
}

function different(
  systems: readonly System[],
  asked: readonly ReadonlySet<string>[],
  shared: ReadonlySet<string>,
): ExpectedError {
  const found = systems.map(({ name, answers }, index) => {
    const own = answers.filter((answered) => asked[index]?.has(questionName(answered)) === true);
    const only = own.filter((answered) => !shared.has(questionName(answered)));
    return `${own.length} in ${name}${only.length === 0 ? '' : `, ${excess(only)}`}`;
  });
  return new ExpectedError({
    code: 'question-sets',
    message: `Expected answers to the same questions, found ${found.join('; ')}.`,
    remedy: `Answer the missing ones, or compare the ${shared.size} that all of them answered with --common.`,
  });
}

/** How many questions not all have, of which categories, and the first of them. */
function excess(only: readonly AnsweredQuestion[]): string {
  const categories = categoryIds.flatMap((id) => {
    const count = only.filter(({ question }) => question.category === id).length;
    return count === 0 ? [] : [categoryLabel(id, count)];
  });
  const first = only.slice(0, 3).map(questionName).join(', ');
  return `${only.length} of them not in all (${categories.join(', ')}: ${first}${only.length > 3 ? ' …' : ''})`;
}
