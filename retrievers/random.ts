import { sha256 } from '../engine/digest.ts';
import type { Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';

/**
 * A reference line: passages in an order that has nothing to do with the question's meaning. It is drawn from the
 * conversation, the question and the passage, so it is the same in every run.
 */
export function createRandom(): Retriever {
  return {
    identity: { retriever: 'random', version: 1 },
    async open({ sampleId, passages }) {
      return {
        async rank({ text }, depth) {
          const seed = sha256(`${sampleId}\n${text}`);
          return topHits(
            passages.map((passage) => fraction(sha256(`${seed} ${passage.id}`))),
            depth,
          );
        },
      };
    },
  };
}

/** The number in [0, 1) that the first 32 bits of a digest are. */
function fraction(digest: string): number {
  return Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32;
}
