import { createRequire } from 'node:module';
import type { VectorIndex } from './exact-index.ts';
import { byScore } from './top-hits.ts';

/**
 * How wide the graph is searched: the pool of candidates is kept far deeper than what is asked for, so that
 * next to nothing is missed and equal scores can be ordered by position.
 */
export const hnswConstants = { space: 'ip', poolFactor: 4, smallestPool: 200 } as const;

/** Whether `hnswlib-node`, an optional dependency with a native part, is installed and loads. */
export function hnswAvailable(): boolean {
  try {
    createRequire(import.meta.url)('hnswlib-node');
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a Hierarchical Navigable Small World graph (Malkov and Yashunin, 2018) of at least one vector into
 * an existing folder, as LangChain's HNSWLib store saves it. Points are added one by one and the library's
 * seed is fixed, so equal vectors give equal files.
 */
export async function buildHnswIndex(vectors: readonly Float32Array[], folder: string): Promise<void> {
  const { HNSWLib } = await import('@langchain/community/vectorstores/hnswlib');
  const store = new HNSWLib(vectorsOnly, { space: hnswConstants.space });
  await store.addVectors(
    vectors.map((vector) => [...vector]),
    vectors.map((_, position) => ({ pageContent: '', metadata: { position } })),
  );
  await store.save(folder);
}

/** Loads what `buildHnswIndex` wrote. */
export async function openHnswIndex(folder: string): Promise<VectorIndex> {
  const { HNSWLib } = await import('@langchain/community/vectorstores/hnswlib');
  const store = await HNSWLib.load(folder, vectorsOnly);
  return {
    async search(query, depth) {
      // The store warns on the console when more is asked for than there is.
      const wanted = Math.max(hnswConstants.smallestPool, hnswConstants.poolFactor * depth);
      const pool = Math.min(wanted, store.index.getCurrentCount());
      store.index.setEf(pool);
      const found = await store.similaritySearchVectorWithScore([...query], pool);
      return found
        .map(([document, distance]) => ({
          position: Number(document.metadata['position']),
          score: 1 - distance,
        }))
        .toSorted(byScore)
        .slice(0, depth);
    },
  };
}

/** The store wants an embedder at hand; ours is only ever given vectors. */
const vectorsOnly = {
  embedQuery: () => Promise.reject(new Error('the vector index was asked to embed a query')),
  embedDocuments: () => Promise.reject(new Error('the vector index was asked to embed documents')),
};
