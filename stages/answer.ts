import { z } from 'zod';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import { answerOptions, wantsDate } from '../locomo/answer-protocol.ts';
import type { ContextPassage, Reader, ReadRequest } from '../models/reader.ts';
import type { AnswerRecord, CorpusRecord, QuestionId, RankingRecord, SampleRecord } from './records.ts';
import { name, wholeNumber } from './settings.ts';

const settings = z.strictObject({
  model: name,
  topK: wholeNumber(1),
  /** Draws the order of the options of adversarial questions. */
  seed: wholeNumber(0).default(0),
  baseUrl: z.string('an address').default(''),
});

interface Input {
  /** Two questions of one conversation may have the same text and passages: each is asked for itself. */
  readonly of: QuestionId;
  readonly request: ReadRequest;
}

/** Answers each question from its best passages. */
export const answer: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; passages: CorpusRecord; ranking: RankingRecord },
  Input,
  Pick<AnswerRecord, 'prediction' | 'raw'>,
  { reader: Reader & Service }
> = {
  name: 'answer',
  version: 1,
  summary: 'Answers each question from its top-k passages.',
  settings,
  keyless: ['baseUrl'],
  output: 'answers',
  inputs: () => ({ dataset: 'samples', passages: 'corpora', ranking: 'rankings' }),
  services: ({ model, baseUrl }) => ({ reader: { kind: 'reader', options: { model, baseUrl } } }),
  async *items({ dataset, passages, ranking }, { topK, seed }) {
    for await (const { sampleId, speakers, questions } of dataset.records()) {
      const [corpus] = (await passages.find(sampleId)) ?? [];
      for (const question of questions) {
        const [ranked] = (await ranking.find(`${sampleId}/${question.index}`)) ?? [];
        if (corpus === undefined || ranked === undefined) continue;
        const context = contextOf(corpus, ranked, topK);
        const id = { sampleId, qaIndex: question.index };
        yield {
          id,
          carry: {
            context: context.flatMap(({ evidenceIds }) => evidenceIds),
            passages: context.length,
            databaseSize: ranked.databaseSize,
          },
          input: {
            of: id,
            request: {
              question: question.question,
              speakers,
              passages: context,
              wantsDate: wantsDate(question),
              options: answerOptions(question, sampleId, seed),
            },
          },
        };
      }
    }
  },
  async run({ request }, { services: { reader }, signal, note }) {
    const { answer: prediction, raw, inputTokens, outputTokens } = await reader.read(request, signal);
    if (inputTokens !== undefined) note('inputTokens', inputTokens);
    if (outputTokens !== undefined) note('outputTokens', outputTokens);
    return [raw === undefined ? { prediction } : { prediction, raw }];
  },
};

function contextOf(corpus: CorpusRecord, ranked: RankingRecord, topK: number): readonly ContextPassage[] {
  return ranked.hits.slice(0, topK).flatMap(({ position, score }) => {
    const passage = corpus.passages[position];
    return passage === undefined ? [] : [{ ...passage, score }];
  });
}
