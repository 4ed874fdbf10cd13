import type { Retriever } from '../../retrievers/retriever.ts';

/** Ranks the passages of a conversation from the latest to the earliest, whatever is asked: a line of reference. */
export function createLatest(): Retriever {
  return {
    identity: { retriever: 'latest', version: 1 },
    async open({ passages }) {
      const latestFirst = passages.map((_, position) => passages.length - 1 - position);
      return {
        async rank(_query, depth) {
          return latestFirst.slice(0, depth).map((position, rank) => ({ position, score: -rank }));
        },
      };
    },
  };
}
