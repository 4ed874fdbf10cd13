import { categoryIds } from '../categories.ts';
import type { Category } from '../sample.ts';
import type { ClusteredValue } from '../statistics/clusters.ts';
import { intervalOf } from '../statistics/interval-of.ts';
import { macroInterval } from '../statistics/macro-interval.ts';
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

/** An average with how far it can be trusted. */
export interface Estimate extends Average {
  /** 95 %, over conversations like these; null where they are too few to tell. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** The averages of one metric. */
export interface Breakdown {
  /** Over all questions: the micro average. */
  readonly overall: Estimate;
  /** Over the questions of categories 1 to 4. */
  readonly withoutAdversarial: Estimate;
  readonly byCategory: { readonly [id in Category]: Estimate };
  /** Over the averages of the categories that have one. */
  readonly macroCategories: Estimate;
  /** Over the averages of the conversations that have one. */
  readonly macroConversations: Estimate;
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
  const rows = values.flatMap(({ sample, question, value }) =>
    value === null ? [] : [{ cluster: sample.sampleId, category: question.category, value }],
  );
  const of = (some: readonly ClusteredValue[]): Estimate => ({
    ...average(some.map(({ value }) => value)),
    interval: intervalOf(some, range).interval,
  });
  const inCategory = (id: Category): readonly ClusteredValue[] =>
    rows.filter(({ category }) => category === id);
  const byCategory = (id: Category): Estimate => of(inCategory(id));
  const categories = categoryIds.map(inCategory);
  return {
    overall: of(rows),
    withoutAdversarial: of(rows.filter(({ category }) => category !== 5)),
    byCategory: {
      1: byCategory(1),
      2: byCategory(2),
      3: byCategory(3),
      4: byCategory(4),
      5: byCategory(5),
    },
    macroCategories: {
      ...average(categories.map((some) => average(some.map(({ value }) => value)).mean)),
      interval: macroInterval(categories, range),
    },
    // Each conversation is one value, so this is Student's interval with conversations - 1 degrees of freedom.
    macroConversations: of(
      [...new Set(rows.map(({ cluster }) => cluster))].map((cluster) => {
        const { sum, count } = average(
          rows.filter((row) => row.cluster === cluster).map(({ value }) => value),
        );
        return { cluster, value: sum / count };
      }),
    ),
  };
}

/** The mean of the values that there are. */
export function average(values: readonly (number | null)[]): Average {
  const present = values.filter((value) => value !== null);
  const sum = present.reduce((total, value) => total + value, 0);
  return { sum, count: present.length, mean: present.length === 0 ? null : sum / present.length };
}
