import { notMentioned } from '../../locomo/answer-protocol.ts';
import { quietCall } from '../../models/call-context.ts';
import { scoreAnswer } from '../../locomo/metrics/score-answer.ts';
import type { Category } from '../../locomo/sample.ts';
import type { Reader } from '../../models/reader.ts';
import type { Asked } from './ask.ts';

/** A sum of scores in [0, 1] over a number of questions. */
export interface Tally {
  readonly sum: number;
  readonly count: number;
}

/** What a reader reached on some questions. */
export interface Measured {
  /** Released score by category; 5 is asked as a choice between the distractor and "not mentioned". */
  readonly byCategory: ReadonlyMap<Category, Tally>;
  /** Questions of category 4, asked as a choice between the gold answer and "not mentioned": gold kept. */
  readonly control: Tally;
}

/** Asks a reader all questions. Without the control, category 5 could be had for always saying "not mentioned". */
export async function measure(reader: Reader, asked: readonly Asked[]): Promise<Measured> {
  const byCategory = new Map<Category, Tally>();
  let control: Tally = { sum: 0, count: 0 };
  for (const { question, request } of asked) {
    const { category, answer, adversarialAnswer } = question;
    const options = category === 5 ? ([adversarialAnswer ?? '', notMentioned] as const) : null;
    const reply = await reader.read({ ...request, options }, quietCall);
    byCategory.set(category, plus(byCategory.get(category), scoreAnswer(question, reply.answer)));
    if (category !== 4 || answer === null) continue;
    const choice = await reader.read(
      { ...request, wantsDate: false, options: [answer, notMentioned] },
      quietCall,
    );
    control = plus(control, choice.answer === answer ? 1 : 0);
  }
  return { byCategory, control };
}

/** The micro average over categories 1 to 4. */
export function answerable({ byCategory }: Measured): Tally {
  const tallies = [...byCategory].flatMap(([category, tally]) => (category === 5 ? [] : tally));
  return {
    sum: tallies.reduce((total, { sum }) => total + sum, 0),
    count: tallies.reduce((total, { count }) => total + count, 0),
  };
}

/** The mean score of a tally; 0 where it counts nothing. */
export const share = (tally: Tally | undefined): number =>
  tally === undefined || tally.count === 0 ? 0 : tally.sum / tally.count;

const plus = (tally: Tally | undefined, score: number): Tally => ({
  sum: (tally?.sum ?? 0) + score,
  count: (tally?.count ?? 0) + 1,
});
