import { z } from 'zod';
import type { ItemRef, TableRef } from '../engine/item.ts';
import type { RunContext, Stage } from '../engine/stage.ts';
import type { RetrievalIndex } from '../retrievers/retriever.ts';
import type { CorpusRecord, IndexRecord, RankingRecord, SampleRecord, VectorRecord } from './records.ts';
import {
  retrieverOf,
  retrieverRequest,
  retrieverSettings,
  type RetrieverService,
} from './retriever-service.ts';
import { wholeNumber } from './settings.ts';
import { noVectors, vectorId, vectorTable } from './vectors.ts';

const settings = z
  .strictObject({
    ...retrieverSettings,
    depth: wholeNumber(1).default(50),
    atLeast: wholeNumber(1).default(1),
  })
  // Rank once, cut many: only a k beyond the usual depth makes another ranking.
  .transform(({ depth, atLeast, ...named }) => ({ ...named, depth: Math.max(depth, atLeast) }));

interface Input {
  readonly query: string;
  /** Only where the retriever sees it. */
  readonly evidence?: readonly string[];
  readonly depth: number;
  readonly corpus: ItemRef;
  /** Vectors of the passages, and of the question. */
  readonly vectors?: { readonly passages: TableRef; readonly query: TableRef };
  readonly index?: ItemRef;
}

type Context = RunContext<{ retriever: RetrieverService }>;

/** Ranks the passages of its conversation for each question. */
export const retrieve: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; passages: CorpusRecord; vectors?: VectorRecord; indexes?: IndexRecord },
  Input,
  Omit<RankingRecord, 'sampleId' | 'qaIndex'>,
  { retriever: RetrieverService }
> = {
  name: 'retrieve',
  version: 1,
  summary: 'Ranks the passages of the conversation for each question.',
  settings,
  output: 'rankings',
  inputs(given) {
    const { embedding, build } = retrieverOf(given);
    return {
      dataset: 'samples',
      passages: 'corpora',
      ...(embedding === undefined ? {} : { vectors: 'vectors' }),
      ...(build === undefined ? {} : { indexes: 'indexes' }),
    };
  },
  services: (given) => ({ retriever: retrieverRequest(given) }),
  async *items({ dataset, passages, vectors, indexes }, { depth }, { retriever }) {
    const { embedding } = retriever;
    for await (const corpus of passages.records()) {
      const { sampleId } = corpus;
      const indexed = await indexes?.entries();
      // A conversation whose index failed has failed there.
      if (indexed?.has(sampleId) === false) continue;
      const [sample] = (await dataset.find(sampleId)) ?? [];
      const texts = embedding?.passageTexts(corpus) ?? [];
      const shared = {
        depth,
        corpus: await passages.ref({ sampleId }),
        ...(indexes === undefined ? {} : { index: await indexes.ref({ sampleId }) }),
      };
      const passageVectors = await vectors?.tableRef(texts.map((text) => vectorId(text, 'passage')));
      for (const { index: qaIndex, question: query, evidenceTurns } of sample?.questions ?? []) {
        const asked = embedding?.queryText({ text: query }, corpus);
        const queryVector =
          asked === undefined ? undefined : await vectors?.tableRef([vectorId(asked, 'query')]);
        const compared =
          passageVectors === undefined || queryVector === undefined
            ? {}
            : { vectors: { passages: passageVectors, query: queryVector } };
        const told = retriever.seesEvidence === true ? { evidence: evidenceTurns } : {};
        yield { id: { sampleId, qaIndex }, input: { query, ...told, ...shared, ...compared } };
      }
    }
  },
  async run(input, context) {
    const { corpus, index } = await open(input, context);
    const { query: text, evidence } = input;
    const query = evidence === undefined ? { text } : { text, evidence };
    const hits = await index.rank(query, input.depth, context.signal);
    return [
      {
        databaseSize: corpus.passages.length,
        hits: hits.map(({ position, score }) => ({
          id: corpus.passages[position]?.id ?? '',
          position,
          score: Math.round(score * 1e6) / 1e6,
        })),
      },
    ];
  },
};

/** Opens the conversation of a question once for all its questions. */
function open(input: Input, context: Context): Promise<{ corpus: CorpusRecord; index: RetrievalIndex }> {
  const { corpus: corpusRef, vectors, index: indexRef } = input;
  const key = [corpusRef, vectors?.passages, indexRef].map((ref) => ref?.$digest).join(' ');
  return context.once(key, async () => {
    const [corpus] = await context.read<CorpusRecord>(corpusRef);
    if (corpus === undefined) throw new Error('a conversation without a corpus');
    const table = vectors && vectorTable(await context.table<VectorRecord>(vectors.passages));
    const folder = indexRef && (await context.folderOf(indexRef));
    const index = await context.services.retriever.open(corpus, table ?? noVectors, folder, context.signal);
    return { corpus, index };
  });
}
