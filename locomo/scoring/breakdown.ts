import { categoryIds } from '../categories.ts';
import type { Category } from '../sample.ts';
import { intervalOf } from '../statistics/interval-of.ts';
import type { AnsweredQuestion } from './answered-question.ts';

/** An average with what it was made of. */
export interface Average {
  /** The numerator: the sum of the values. */
  readonly sum: number;
  /** The denominator: how many values there were. */
  readonly count: number;
  /** Null where there were none. */
  readonly mean: number | null;
}

/** An average over questions. */
export interface MicroAverage extends Average {
  /** 95 %, over conversations like these (see `intervalOf`); null where they are too few to tell. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** The averages of one metric. */
export interface Breakdown {
  /** Over all questions: the micro average. */
  readonly overall: MicroAverage;
  /** Over the questions of categories 1 to 4. */
  readonly withoutAdversarial: MicroAverage;
  readonly byCategory: { readonly [id in Category]: MicroAverage };
  /** Over the averages of the categories that have one. */
  readonly macroCategories: Average;
  /** Over the averages of the conversations that have one. */
  readonly macroConversations: Average;
}

/** A value of a question; null where it has none and enters no average. */
export interface QuestionValue extends Pick<AnsweredQuestion, 'sample' | 'question'> {
  readonly value: number | null;
}

/** Averages a metric, whose values lie in `range`, over questions in every usual way. */
export function breakdown(
  values: readonly QuestionValue[],
  range?: readonly [low: number, high: number],
): Breakdown {
  const of = (belongs: (value: QuestionValue) => boolean): MicroAverage => {
    const some = values.filter(belongs).map(({ sample, value }) => ({ cluster: sample.sampleId, value }));
    return { ...average(some.map(({ value }) => value)), interval: intervalOf(some, range).interval };
  };
  const byCategory = (id: Category): MicroAverage => of(({ question }) => question.category === id);
  const conversations = new Set(values.map(({ sample }) => sample.sampleId));
  return {
    overall: of(() => true),
    withoutAdversarial: of(({ question }) => question.category !== 5),
    byCategory: {
      1: byCategory(1),
      2: byCategory(2),
      3: byCategory(3),
      4: byCategory(4),
      5: byCategory(5),
    },
    macroCategories: average(categoryIds.map((id) => byCategory(id).mean)),
    macroConversations: average(
      [...conversations].map((id) => of(({ sample }) => sample.sampleId === id).mean),
    ),
  };
}

/** The mean of the values that there are. */
export function average(values: readonly (number | null)[]): Average {
  const present = values.filter((value) => value !== null);
  const sum = present.reduce((total, value) => total + value, 0);
  return { sum, count: present.length, mean: present.length === 0 ? null : sum / present.length };
}
