import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../locomo/passages/passage.ts';
import type { Sample } from '../../locomo/sample.ts';
import { createRetriever } from '../../retrievers/registry.ts';
import type { Corpus, RetrievalIndex, VectorTable } from '../../retrievers/retriever.ts';
import { benchmarkSamples, meanRecall } from '../support/recall.ts';
import { locomoData } from '../support/shared.ts';

const noVectors: VectorTable = {
  text: () => Promise.reject(new Error('a lexical retriever asked for a vector')),
  tokens: () => Promise.reject(new Error('a lexical retriever asked for token vectors')),
};

function openLexical(name: string): (corpus: Corpus) => Promise<RetrievalIndex> {
  const retriever = createRetriever(name, { embedder: 'none' });
  return (corpus) => retriever.open(corpus, noVectors, undefined, new AbortController().signal);
}

describe.skipIf(locomoData() === undefined)('recall on the benchmark (skipped without locomo10.json)', () => {
  let samples: readonly Sample[];
  beforeAll(async () => {
    samples = await benchmarkSamples();
  });

  it.each<{ name: string; database: Database; depths: number[]; measured: number[] }>([
    { name: 'window', database: 'dialog', depths: [5, 10, 25, 50], measured: [72.1, 79.5, 86.4, 90.4] },
    { name: 'window', database: 'observation', depths: [5, 10, 25, 50], measured: [64.8, 70.2, 73.9, 76.2] },
    { name: 'window', database: 'summary', depths: [2, 5, 10], measured: [82.1, 89.5, 94.7] },
    { name: 'bm25', database: 'dialog', depths: [5, 10, 25, 50], measured: [56.8, 64.3, 72.4, 77.9] },
    { name: 'bm25', database: 'observation', depths: [5, 10, 25, 50], measured: [55.2, 60.4, 65.9, 69.3] },
    { name: 'bm25', database: 'summary', depths: [2, 5, 10], measured: [62.2, 75.5, 85.2] },
  ])(
    '$name over $database passages finds $measured % at $depths',
    async ({ name, database, depths, measured }) => {
      const found = await meanRecall(samples, database, depths, openLexical(name));
      expect(found.map((value) => Math.round(value * 10) / 10)).toEqual(measured);
    },
  );
});
