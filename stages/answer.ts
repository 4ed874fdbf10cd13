import { z } from 'zod';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import { answerOptions, wantsDate } from '../locomo/answer-protocol.ts';
import type { ContextPassage, Reader, ReadRequest } from '../models/reader.ts';
import type { AnswerRecord, CorpusRecord, RankingRecord, SampleRecord } from './records.ts';
import { name, orNone, wholeNumber } from './settings.ts';

const settings = z.strictObject({
  model: name,
  topK: wholeNumber(1),
  /** Draws the order of the options of adversarial questions. */
  seed: wholeNumber(0).default(0),
  /** `none` leaves it to the model, since some refuse it. */
  temperature: orNone(z.number().min(0).max(2), 'a number from 0 to 2').default(0),
  /** The longest reply; `none` leaves it to the model. */
  maxTokens: orNone(wholeNumber(1), 'a whole number of at least 1').default(512),
  modelTag: z.string('a tag').default(''),
  prompts: z.string('a folder').default(''),
  baseUrl: z.string('an address').default(''),
});

/** Answers each question from its best passages. */
export const answer: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; passages: CorpusRecord; ranking: RankingRecord },
  ReadRequest,
  Pick<AnswerRecord, 'prediction' | 'raw'>,
  { reader: Reader & Service; prompts: Service }
> = {
  name: 'answer',
  version: 1,
  summary: 'Answers each question from its top-k passages.',
  settings,
  keyless: ['baseUrl', 'prompts'],
  output: 'answers',
  inputs: () => ({ dataset: 'samples', passages: 'corpora', ranking: 'rankings' }),
  services({ topK: _topK, seed: _seed, ...options }) {
    // What of the prompts shapes an answer is in its key; a changed prompt asks only those anew that use it.
    return { reader: { kind: 'reader', options }, prompts: { kind: 'prompts', options, listsOnly: true } };
  },
  async *items({ dataset, passages, ranking }, { topK, seed }, { reader }) {
    for await (const { sampleId, speakers, questions } of dataset.records()) {
      const [corpus] = (await passages.find(sampleId)) ?? [];
      for (const question of questions) {
        const [ranked] = (await ranking.find(`${sampleId}/${question.index}`)) ?? [];
        if (corpus === undefined || ranked === undefined) continue;
        const context = contextOf(corpus, ranked, topK);
        const id = { sampleId, qaIndex: question.index };
        const request: ReadRequest = {
          question: question.question,
          speakers,
          passages: context,
          wantsDate: wantsDate(question),
          options: answerOptions(question, sampleId, seed),
        };
        yield {
          id,
          carry: {
            context: context.flatMap(({ evidenceIds }) => evidenceIds),
            passages: context.length,
            databaseSize: ranked.databaseSize,
          },
          input: request,
          // Two questions of one conversation may have the same text and passages: each is asked for itself.
          key: { of: id, asks: reader.promptOf?.(request) ?? request },
        };
      }
    }
  },
  async run(request, context) {
    const { answer: prediction, raw } = await context.services.reader.read(request, context);
    return [raw === undefined ? { prediction } : { prediction, raw }];
  },
};

function contextOf(corpus: CorpusRecord, ranked: RankingRecord, topK: number): readonly ContextPassage[] {
  return ranked.hits.slice(0, topK).flatMap(({ position, score }) => {
    const passage = corpus.passages[position];
    return passage === undefined ? [] : [{ ...passage, score }];
  });
}
