import { createBm25 } from './bm25.ts';
import { createDense } from './dense.ts';
import type { Hit, Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';

/** Softens the difference between the first ranks (Cormack, Clarke and Büttcher, SIGIR 2009). */
const rankConstant = 60;

/** Fuses the rankings of BM25 and of a dual encoder by reciprocal ranks: 1 / (60 + rank) of each, added up. */
export function createHybrid({ embedder }: { readonly embedder: string }): Retriever {
  const [words, vectors] = [createBm25(), createDense({ embedder })];
  return {
    ...vectors,
    identity: {
      retriever: 'hybrid',
      version: 1,
      rankConstant,
      words: words.identity,
      vectors: vectors.identity,
    },
    async open(corpus, table, folder, signal) {
      const indexes = await Promise.all([
        words.open(corpus, table, undefined, signal),
        vectors.open(corpus, table, folder, signal),
      ]);
      return {
        async rank(query, depth, stopping) {
          const size = corpus.passages.length;
          // A passage that one of them ranks far behind may still be first of both.
          const rankings = await Promise.all(indexes.map((index) => index.rank(query, size, stopping)));
          return topHits(fused(size, rankings), depth);
        },
      };
    },
  };
}

function fused(size: number, rankings: readonly (readonly Hit[])[]): Float64Array {
  const scores = new Float64Array(size);
  for (const ranking of rankings)
    for (const [rank, { position }] of ranking.entries())
      scores[position] = (scores[position] ?? 0) + 1 / (rankConstant + rank + 1);
  return scores;
}
