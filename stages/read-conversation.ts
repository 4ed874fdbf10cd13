import { z } from 'zod';
import type { ItemRef } from '../engine/item.ts';
import type { Service } from '../engine/service.ts';
import { ItemFailure, type ForecastContext, type Stage } from '../engine/stage.ts';
import { answerOptions, wantsDate } from '../locomo/answer-protocol.ts';
import type { Question } from '../locomo/sample.ts';
import type { Reader, ReadRequest } from '../models/reader.ts';
import type { AnswerRecord, FittedRecord, SampleRecord } from './records.ts';
import { chatSettings, name, wholeNumber } from './settings.ts';

const settings = z.strictObject({
  model: name,
  /** Questions in one call. */
  batchSize: wholeNumber(1).default(1),
  /** Draws the order of the options of adversarial questions. */
  seed: wholeNumber(0).default(0),
  /** Whether these questions are asked in that order alone, or in the other one, too. */
  options: z.enum(['seeded', 'both']).default('seeded'),
  ...chatSettings,
});

/** A question without the conversation, which many share. */
type Asked = Pick<ReadRequest, 'question' | 'wantsDate' | 'options'>;

interface Input extends Asked {
  readonly speakers: readonly [string, string];
  readonly conversation: ItemRef;
}

type Services = { reader: Reader & Service; prompts: Service };

/**
 * Answers each question from its whole conversation, one or several in a call. What is asked in one call shapes the
 * answers together, so all of it is in the key of each.
 */
export const readConversation: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; conversations: FittedRecord },
  Input,
  Pick<AnswerRecord, 'prediction' | 'raw' | 'confidence'>,
  Services
> = {
  name: 'read-conversation',
  version: 1,
  summary: 'Answers each question from its whole conversation, one or several in a call.',
  settings,
  keyless: ['baseUrl', 'prompts'],
  output: 'answers',
  inputs: () => ({ dataset: 'samples', conversations: 'conversations' }),
  services({ batchSize: _batchSize, seed: _seed, options: _options, ...given }) {
    const options = { ...given, isConversation: true };
    return { reader: { kind: 'reader', options }, prompts: { kind: 'prompts', options, listsOnly: true } };
  },
  async *items({ dataset, conversations }, { batchSize, seed, options }, { reader }) {
    for await (const { sampleId, speakers, questions } of dataset.records()) {
      const [fitted] = (await conversations.find(sampleId)) ?? [];
      // A conversation that could not be fitted has failed there.
      if (fitted === undefined) continue;
      const conversation = await conversations.ref({ sampleId });
      const carry = {
        context: fitted.passages.map(({ id }) => id),
        passages: fitted.passages.length,
        databaseSize: fitted.turns,
      };
      const asked = questions.flatMap((question) => inOrders(question, sampleId, seed, options));
      for (let start = 0; start < asked.length; start += batchSize) {
        const batch = asked.slice(start, start + batchSize);
        // The conversation stands in the key by its digest; the words around it by the prompt of an empty one.
        const asks = batch.map(({ request }) =>
          reader.promptOf?.({ ...request, speakers, passages: [], isConversation: true }),
        );
        for (const { id, request } of batch)
          yield {
            id: { sampleId, ...id },
            carry,
            input: { ...request, speakers, conversation },
            key: { of: { sampleId, ...id }, conversation, asks: asks.map((ask) => ask ?? request), speakers },
            ...(batch.length === 1 ? {} : { batch: { name: `${sampleId} ${start}`, size: batch.length } }),
          };
      }
    }
  },
  batch: 'fixed',
  async runBatch(inputs, context) {
    const requests = await requestsOf(inputs, context);
    const { reader } = context.services;
    const [first] = requests;
    const replies =
      requests.length > 1 && reader.readAll !== undefined
        ? await reader.readAll(requests, context)
        : first === undefined
          ? []
          : await Promise.all(requests.map((request) => reader.read(request, context)));
    return replies.map((reply) => {
      if (reply instanceof ItemFailure) return reply;
      const { answer: prediction, ...kept } = reply;
      return [{ prediction, ...kept }];
    });
  },
  async forecast(inputs, context) {
    const requests = await requestsOf(inputs, context);
    const { reader } = context.services;
    const [first] = requests;
    if (first === undefined) return {};
    const forecast = requests.length > 1 ? reader.forecastAll?.(requests) : reader.forecast?.(first);
    return forecast ?? {};
  },
};

/** A question in the order of its options that is drawn, and in the other one where both are asked. */
function inOrders(
  question: Question,
  sampleId: string,
  seed: number,
  options: 'seeded' | 'both',
): readonly {
  readonly id: { readonly qaIndex: number; readonly order?: 'reversed' };
  readonly request: Asked;
}[] {
  const drawn = answerOptions(question, sampleId, seed);
  const id = { qaIndex: question.index };
  const request = { question: question.question, wantsDate: wantsDate(question), options: drawn };
  if (options !== 'both' || drawn === null) return [{ id, request }];
  const [first, second] = drawn;
  return [
    { id, request },
    { id: { ...id, order: 'reversed' }, request: { ...request, options: [second, first] } },
  ];
}

/** The requests of one call, all on one conversation, which is read once for many calls. */
async function requestsOf(
  inputs: readonly Input[],
  context: ForecastContext<Services>,
): Promise<readonly ReadRequest[]> {
  const [first] = inputs;
  if (first === undefined) return [];
  const { conversation: ref } = first;
  const fitted = await context.once(ref.$digest, () => context.read<FittedRecord>(ref));
  const passages = (fitted[0]?.passages ?? []).map((passage) => ({ ...passage, score: 0 }));
  return inputs.map(({ question, wantsDate: dated, options, speakers }) => ({
    question,
    wantsDate: dated,
    options,
    speakers,
    passages,
    isConversation: true,
  }));
}
