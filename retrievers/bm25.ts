import { contentStems, stemmingIdentity } from '../locomo/text/tokens.ts';
import { Bm25Scorer, countTerms } from './bm25-scorer.ts';
import type { Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';

const constants = { k1: 1.2, b: 0.75 };

/** Okapi BM25 over the passages' own texts: stop words left out, irregular forms led back, Porter stems. */
export function createBm25(): Retriever {
  return {
    identity: { retriever: 'bm25', version: 1, ...constants, stemming: stemmingIdentity },
    async open({ passages }) {
      const scorer = new Bm25Scorer(
        passages.map((passage) => countTerms(contentStems(passage.text))),
        constants,
      );
      return {
        rank: async (query, depth) => topHits(scorer.scores(contentStems(query.text)), depth),
      };
    },
  };
}
