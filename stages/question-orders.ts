import { answerOptions, wantsDate } from '../locomo/answer-protocol.ts';
import type { Question } from '../locomo/sample.ts';
import type { ReadRequest } from '../models/reader.ts';

/** What is asked of a reader besides whom the conversation is between and what of it is shown. */
export type Asked = Pick<ReadRequest, 'question' | 'wantsDate' | 'options'>;

/** A question as it is asked, under an id that tells its orders apart. */
export interface OrderedQuestion {
  readonly id: { readonly sampleId: string; readonly qaIndex: number; readonly order?: 'reversed' };
  readonly asked: Asked;
}

/**
 * A question with its options in the order that the seed draws; where `both` are wanted and it offers two, also in the
 * other one.
 */
export function inOrders(
  question: Question,
  sampleId: string,
  { seed, both }: { readonly seed: number; readonly both: boolean },
): readonly OrderedQuestion[] {
  const options = answerOptions(question, sampleId, seed);
  const id = { sampleId, qaIndex: question.index };
  const asked: Asked = { question: question.question, wantsDate: wantsDate(question), options };
  if (!both || options === null) return [{ id, asked }];
  const [first, second] = options;
  return [
    { id, asked },
    { id: { ...id, order: 'reversed' }, asked: { ...asked, options: [second, first] } },
  ];
}
