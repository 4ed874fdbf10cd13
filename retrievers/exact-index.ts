import type { Hit } from './retriever.ts';
import { topHits } from './top-hits.ts';

/** Finds the vectors nearest to a query's by their inner product, which is the cosine at unit length. */
export interface VectorIndex {
  /** At most `depth` hits, best first, ties by position. */
  search(query: Float32Array, depth: number): Promise<readonly Hit[]>;
}

/** Compares a query with every vector: never wrong, and fast enough for some thousands of them. */
export function createExactIndex(vectors: readonly Float32Array[]): VectorIndex {
  return {
    search: async (query, depth) =>
      topHits(
        vectors.map((vector) => innerProduct(vector, query)),
        depth,
      ),
  };
}

function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis += 1) sum += (a[axis] ?? 0) * (b[axis] ?? 0);
  return sum;
}
