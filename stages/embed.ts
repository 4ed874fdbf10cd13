import { z } from 'zod';
import { addForecasts, nothing } from '../engine/forecast.ts';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import type { Embedder, Side } from '../models/embedder.ts';
import type { EmbeddingNeed } from '../retrievers/retriever.ts';
import type { CorpusRecord, SampleRecord, VectorRecord } from './records.ts';
import { retrieverRequest, retrieverSettings, type RetrieverService } from './retriever-service.ts';
import { textRecord, tokenRecord, vectorId } from './vectors.ts';

const address = z.string('an address').default('');
const settings = z.strictObject({
  ...retrieverSettings,
  /** Who answers, whose server at `baseUrl` may be the embedder's as well. */
  model: z.string('a name').default(''),
  baseUrl: address,
  embedderBaseUrl: address,
});

interface Input {
  readonly granularity: EmbeddingNeed['granularity'];
  readonly side: Side;
  readonly text: string;
}

/** Turns every distinct text that a retriever compares into vectors. */
export const embed: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; passages: CorpusRecord },
  Input,
  Omit<VectorRecord, 'text'>,
  { embedder: Embedder & Service; retriever: RetrieverService }
> = {
  name: 'embed',
  version: 1,
  summary: 'Turns passages and questions into vectors, each distinct text once.',
  settings,
  keyless: ['model', 'baseUrl', 'embedderBaseUrl'],
  output: 'vectors',
  inputs: () => ({ dataset: 'samples', passages: 'corpora' }),
  services: ({ model, baseUrl, embedderBaseUrl, ...given }) => ({
    embedder: { kind: 'embedder', options: { embedder: given.embedder, model, baseUrl, embedderBaseUrl } },
    retriever: { ...retrieverRequest(given), listsOnly: true },
  }),
  async *items({ dataset, passages }, _given, { retriever }) {
    const { embedding } = retriever;
    if (embedding === undefined) return;
    const seen = new Set<string>();
    for await (const corpus of passages.records()) {
      const [sample] = (await dataset.find(corpus.sampleId)) ?? [];
      const queries =
        sample?.questions.map(({ question }) => embedding.queryText({ text: question }, corpus)) ?? [];
      const texts = [
        ...embedding.passageTexts(corpus).map((text) => ({ text, side: 'passage' as const })),
        ...queries.map((text) => ({ text, side: 'query' as const })),
      ];
      for (const { text, side } of texts) {
        const id = vectorId(text, side);
        if (seen.has(id)) continue;
        seen.add(id);
        yield { id: { text: id }, input: { granularity: embedding.granularity, side, text } };
      }
    }
  },
  batch: { size: 32, weight: ({ text }) => text.length },
  async forecast(inputs, { services: { embedder } }) {
    let sum = nothing;
    for (const { texts } of groupsOf(inputs)) {
      const { expected, most } = (await embedder.forecast?.(texts)) ?? nothing;
      const call = { embeddingCalls: 1 };
      sum = addForecasts(sum, { expected: { ...expected, ...call }, most: { ...most, ...call } });
    }
    return sum;
  },
  async runBatch(inputs, context) {
    const { embedder } = context.services;
    const outputs = new Map<Input, Omit<VectorRecord, 'text'>>();
    for (const { group, texts, side, granularity } of groupsOf(inputs)) {
      const records =
        granularity === 'text'
          ? (await embedder.embed(texts, side, context)).map(textRecord)
          : ((await embedder.embedTokens?.(texts, side, context)) ?? []).map(tokenRecord);
      context.note('embeddingCalls', 1);
      for (const [index, input] of group.entries()) {
        const record = records[index];
        if (record === undefined)
          throw new Error(`the embedder gave ${records.length} vectors for ${texts.length} texts`);
        outputs.set(input, record);
      }
    }
    return inputs.map((input) => {
      const output = outputs.get(input);
      return output === undefined ? [] : [output];
    });
  },
};

/** Texts that are embedded in one call. */
interface Group extends Pick<Input, 'side' | 'granularity'> {
  readonly group: readonly Input[];
  readonly texts: readonly string[];
}

function groupsOf(inputs: readonly Input[]): readonly Group[] {
  const kinds = (['passage', 'query'] as const).flatMap((side) =>
    (['text', 'token'] as const).map((granularity) => ({ side, granularity })),
  );
  return kinds
    .map(({ side, granularity }) => {
      const group = inputs.filter((input) => input.side === side && input.granularity === granularity);
      return { side, granularity, group, texts: group.map(({ text }) => text) };
    })
    .filter(({ group }) => group.length > 0);
}
