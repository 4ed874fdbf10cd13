import { z } from 'zod';
import { nothing } from '../engine/forecast.ts';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import type { ContextPassage, Reader, ReadRequest } from '../models/reader.ts';
import { inOrders } from './question-orders.ts';
import type { AnswerRecord, CorpusRecord, RankingRecord, SampleRecord } from './records.ts';
import { chatSettings, name, replicate, saidReplicate, wholeNumber } from './settings.ts';

const given = z.strictObject({
  model: name,
  topK: wholeNumber(1),
  /** Draws the order of the options of adversarial questions. */
  seed: wholeNumber(0).default(0),
  /** Whether these questions are asked in that order alone, or in the other one, too. */
  options: z.enum(['seeded', 'both']).default('seeded'),
  replicate,
  ...chatSettings,
});

type Given = z.infer<typeof given>;
type Settings = Omit<Given, 'options' | 'replicate'> & {
  readonly options?: 'both';
  readonly replicate?: number;
};

/** The seeded order and the first repetition are left unsaid: what was answered before there was a choice keeps its keys. */
const settings: z.ZodType<Settings> = given.transform(({ options, replicate: number, ...rest }) => ({
  ...rest,
  ...(options === 'both' ? { options } : {}),
  ...saidReplicate(number),
}));

/**
 * Answers each question from its best passages. One that offers two options may be asked in both orders: an item each,
 * so that the one is kept where the other fails, and a run shares every order that another has asked.
 */
export const answer: Stage<
  Settings,
  { dataset: SampleRecord; passages: CorpusRecord; ranking: RankingRecord },
  ReadRequest,
  Pick<AnswerRecord, 'prediction' | 'raw' | 'confidence'>,
  { reader: Reader & Service; prompts: Service }
> = {
  name: 'answer',
  version: 1,
  summary: 'Answers each question from its top-k passages.',
  settings,
  keyless: ['baseUrl', 'dtype', 'prompts'],
  output: 'answers',
  inputs: () => ({ dataset: 'samples', passages: 'corpora', ranking: 'rankings' }),
  services({ topK: _topK, seed: _seed, options: _options, replicate: _replicate, ...options }) {
    // What of the prompts shapes an answer is in its key; a changed prompt asks only those anew that use it.
    return { reader: { kind: 'reader', options }, prompts: { kind: 'prompts', options, listsOnly: true } };
  },
  async *items({ dataset, passages, ranking }, { topK, seed, options, replicate: number = 0 }, { reader }) {
    for await (const { sampleId, speakers, questions } of dataset.records()) {
      const [corpus] = (await passages.find(sampleId)) ?? [];
      for (const question of questions) {
        const [ranked] = (await ranking.find(`${sampleId}/${question.index}`)) ?? [];
        if (corpus === undefined || ranked === undefined) continue;
        const context = contextOf(corpus, ranked, topK);
        const carry = {
          context: context.flatMap(({ evidenceIds }) => evidenceIds),
          passages: context.length,
          databaseSize: ranked.databaseSize,
        };
        for (const { id, asked } of inOrders(question, sampleId, { seed, both: options === 'both' })) {
          const { order: _order, ...of } = id;
          const input: ReadRequest = { ...asked, speakers, passages: context };
          // Two questions of one conversation may have the same text and passages: each is asked for itself.
          // An order is told by what is asked, so that a seed that draws it for the first one finds it answered.
          yield {
            id,
            carry,
            input,
            key: { of, asks: reader.promptOf?.(input) ?? input, ...saidReplicate(number) },
          };
        }
      }
    }
  },
  async forecast([request], { services }) {
    return (request && services.reader.forecast?.(request)) ?? nothing;
  },
  async run(request, context) {
    const { answer: prediction, ...rest } = await context.services.reader.read(request, context);
    return [{ prediction, ...rest }];
  },
};

/** The best passages of a ranking, which an answer is made from. */
export function contextOf(
  corpus: CorpusRecord,
  ranked: RankingRecord,
  topK: number,
): readonly ContextPassage[] {
  return ranked.hits.slice(0, topK).flatMap(({ position, score }) => {
    const passage = corpus.passages[position];
    return passage === undefined ? [] : [{ ...passage, score }];
  });
}
