import type { Retriever } from '../../retrievers/retriever.ts';
import { topHits } from '../../retrievers/top-hits.ts';

/** Ranks passages by the number of distinct words that they share with the question: a line of reference. */
export function createOverlap(): Retriever {
  return {
    identity: { retriever: 'overlap', version: 1 },
    async open({ passages }) {
      const words = passages.map(({ text }) => wordsOf(text));
      return {
        async rank({ text }, depth) {
          const asked = [...wordsOf(text)];
          const scores = words.map((own) => asked.filter((word) => own.has(word)).length);
          return topHits(scores, depth);
        },
      };
    },
  };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}+/gu));
}
