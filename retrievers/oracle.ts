import type { Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';

/**
 * A reference line: passages that hold evidence of the question first, those with more of it before others, and the
 * rest of the conversation in its order. It is told the evidence, so it shows what a reader does with the best
 * ranking that the database allows.
 */
export function createOracle(): Retriever {
  return {
    identity: { retriever: 'oracle', version: 1 },
    seesEvidence: true,
    notice: 'the oracle is told the evidence: its scores are those of no system',
    async open({ passages }) {
      return {
        async rank({ evidence = [] }, depth) {
          return topHits(
            passages.map(({ turnIds }) => evidence.filter((id) => turnIds.includes(id)).length),
            depth,
          );
        },
      };
    },
  };
}
