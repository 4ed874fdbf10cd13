import { ExpectedError } from '../engine/expected-error.ts';
import { embeddingText } from '../locomo/layout.ts';
import { createExactIndex } from './exact-index.ts';
import type { VectorIndex } from './exact-index.ts';
import { buildHnswIndex, hnswAvailable, hnswConstants, openHnswIndex } from './hnsw-index.ts';
import type { Corpus, Retriever, VectorTable } from './retriever.ts';

export interface DenseSettings {
  /** Name of the embedder; `none` is refused. */
  readonly embedder: string;
  /** Fewer passages than this are searched one by one instead of through a graph; 256 unless given. */
  readonly exactBelow?: number;
  /** Whether a graph can be built at all; looked up unless given. */
  readonly hnsw?: boolean;
}

/** How the nearest vectors are found among so many passages. */
export function vectorSearch(passages: number, exactBelow: number, hnsw: boolean): 'exact' | 'hnsw' {
  return hnsw && passages >= exactBelow ? 'hnsw' : 'exact';
}

/** Ranks passages by the cosine between their vector and the question's: a dual encoder. */
export function createDense({
  embedder,
  exactBelow = 256,
  hnsw = hnswAvailable(),
}: DenseSettings): Retriever {
  if (embedder === 'none')
    throw new ExpectedError({
      code: 'embedder-needed',
      message: 'The retriever "dense" compares vectors and expects an embedder; found "none".',
      where: 'embedder',
      remedy: 'Choose an embedder, or the retriever "window", which can rank without one.',
    });
  const searchOf = ({ passages }: Corpus) => vectorSearch(passages.length, Math.max(1, exactBelow), hnsw);
  return {
    identity: {
      retriever: 'dense',
      version: 1,
      search: hnsw ? { exactBelow, hnsw: hnswConstants } : 'exact',
    },
    ...(hnsw ? {} : { notice: 'hnswlib-node is not built here: dense searches all vectors one by one' }),
    embedding: {
      granularity: 'text',
      passageTexts: ({ passages }) => passages.map(embeddingText),
      queryText: (query) => query.text,
    },
    async build(corpus, vectors, folder, signal) {
      if (searchOf(corpus) === 'hnsw')
        await buildHnswIndex(await passageVectors(corpus, vectors, signal), folder);
    },
    async open(corpus, vectors, folder, signal) {
      const index = await openIndex();
      const [first] = corpus.passages;
      const sample = first && (await vectors.text(embeddingText(first), 'passage'));
      return {
        async rank(query, depth) {
          const vector = await vectors.text(query.text, 'query');
          if (sample !== undefined) assertComparable(sample, vector);
          return index.search(vector, depth);
        },
      };

      async function openIndex(): Promise<VectorIndex> {
        if (searchOf(corpus) === 'exact')
          return createExactIndex(await passageVectors(corpus, vectors, signal));
        if (folder === undefined) throw new Error('the dense retriever opens a folder that it built');
        return openHnswIndex(folder);
      }
    },
  };
}

async function passageVectors(
  corpus: Corpus,
  vectors: VectorTable,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  for (const passage of corpus.passages) {
    signal.throwIfAborted();
    const vector = await vectors.text(embeddingText(passage), 'passage');
    assertComparable(found[0] ?? vector, vector);
    found.push(vector);
  }
  return found;
}

/** Vectors that were kept may come from another model than those that were made now, under one name. */
function assertComparable(one: Float32Array, other: Float32Array): void {
  if (one.length === other.length) return;
  throw new ExpectedError({
    code: 'dimensions',
    message: `Expected vectors of one length, found ${one.length} and ${other.length} values: they come from different models.`,
    where: 'embedder',
    remedy: 'Embed all texts anew: --overwrite vectors.',
  });
}
