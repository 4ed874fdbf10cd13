import { z } from 'zod';
import { nothing } from '../engine/forecast.ts';
import type { ItemRef } from '../engine/item.ts';
import type { Service } from '../engine/service.ts';
import { ItemFailure, type ForecastContext, type Stage } from '../engine/stage.ts';
import type { Reader, ReadRequest } from '../models/reader.ts';
import { inOrders, type Asked } from './question-orders.ts';
import type { AnswerRecord, FittedRecord, SampleRecord } from './records.ts';
import { chatSettings, name, replicate, saidReplicate, wholeNumber } from './settings.ts';

const given = z.strictObject({
  model: name,
  /** Questions in one call. */
  batchSize: wholeNumber(1).default(1),
  /** Draws the order of the options of adversarial questions. */
  seed: wholeNumber(0).default(0),
  /** Whether these questions are asked in that order alone, or in the other one, too. */
  options: z.enum(['seeded', 'both']).default('seeded'),
  replicate,
  ...chatSettings,
});

type Given = z.infer<typeof given>;
type Settings = Omit<Given, 'replicate'> & { readonly replicate?: number };

const settings: z.ZodType<Settings> = given.transform(({ replicate: number, ...rest }) => ({
  ...rest,
  ...saidReplicate(number),
}));

/** A question without the conversation, which many share. */
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
  Settings,
  { dataset: SampleRecord; conversations: FittedRecord },
  Input,
  Pick<AnswerRecord, 'prediction' | 'raw' | 'confidence'>,
  Services
> = {
  name: 'read-conversation',
  version: 1,
  summary: 'Answers each question from its whole conversation, one or several in a call.',
  settings,
  keyless: ['baseUrl', 'dtype', 'prompts'],
  output: 'answers',
  inputs: () => ({ dataset: 'samples', conversations: 'conversations' }),
  services({ batchSize: _batchSize, seed: _seed, options: _options, replicate: _replicate, ...rest }) {
    const options = { ...rest, isConversation: true };
    return { reader: { kind: 'reader', options }, prompts: { kind: 'prompts', options, listsOnly: true } };
  },
  async *items({ dataset, conversations }, { batchSize, seed, options, replicate: number = 0 }, { reader }) {
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
      const orders = { seed, both: options === 'both' };
      const all = questions.flatMap((question) => inOrders(question, sampleId, orders));
      for (let start = 0; start < all.length; start += batchSize) {
        const batch = all.slice(start, start + batchSize);
        // The conversation stands in the key by its digest; the words around it by the prompt of an empty one.
        const empty = batch.map(({ asked }): ReadRequest => ({
          ...asked,
          speakers,
          passages: [],
          isConversation: true,
        }));
        const asks = empty.map((request) => reader.promptOf?.(request) ?? request);
        const together = batch.length === 1 ? {} : { together: reader.promptOfAll?.(empty) ?? null };
        for (const { id, asked } of batch)
          yield {
            id,
            carry,
            input: { ...asked, speakers, conversation },
            key: { of: id, conversation, asks, ...together, speakers, ...saidReplicate(number) },
            ...(batch.length === 1 ? {} : { batch: { name: `${sampleId} ${start}`, size: batch.length } }),
          };
      }
    }
  },
  batch: 'fixed',
  async runBatch(inputs, context) {
    const requests = await requestsOf(inputs, context);
    const { reader } = context.services;
    const replies =
      requests.length > 1 && reader.readAll !== undefined
        ? await reader.readAll(requests, context)
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
    if (first === undefined) return nothing;
    const forecast = requests.length > 1 ? reader.forecastAll?.(requests) : reader.forecast?.(first);
    return forecast ?? nothing;
  },
};

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
