import { z } from 'zod';
import type { ItemRef, TableRef } from '../engine/item.ts';
import type { Stage } from '../engine/stage.ts';
import type { CorpusRecord, IndexRecord, VectorRecord } from './records.ts';
import { retrieverRequest, retrieverSettings, type RetrieverService } from './retriever-service.ts';
import { vectorId, vectorTable } from './vectors.ts';

const settings = z.strictObject(retrieverSettings);

interface Input {
  readonly corpus: ItemRef;
  readonly vectors: TableRef;
}

/** Builds the index files of a retriever, a conversation at a time. */
export const indexPassages: Stage<
  z.infer<typeof settings>,
  { passages: CorpusRecord; vectors: VectorRecord },
  Input,
  Omit<IndexRecord, 'sampleId'>,
  { retriever: RetrieverService }
> = {
  name: 'index-passages',
  version: 1,
  summary: 'Builds the vector index of each conversation.',
  settings,
  output: 'indexes',
  inputs: () => ({ passages: 'corpora', vectors: 'vectors' }),
  services: (given) => ({ retriever: retrieverRequest(given) }),
  async *items({ passages, vectors }, _given, { retriever }) {
    const { embedding } = retriever;
    for await (const corpus of passages.records()) {
      const texts = embedding?.passageTexts(corpus) ?? [];
      yield {
        id: { sampleId: corpus.sampleId },
        input: {
          corpus: await passages.ref({ sampleId: corpus.sampleId }),
          vectors: await vectors.tableRef(texts.map((text) => vectorId(text, 'passage'))),
        },
      };
    }
  },
  async run(input, context) {
    const [corpus] = await context.read<CorpusRecord>(input.corpus);
    if (corpus === undefined) return [];
    const vectors = vectorTable(await context.table<VectorRecord>(input.vectors));
    await context.services.retriever.build?.(corpus, vectors, await context.folder(), context.signal);
    return [{ passages: corpus.passages.length }];
  },
};
