import type { ContextPassage } from '../reader.ts';

/** Each passage's retrieval score as a share of the best one's, 0 to 1; all 1 where no score is positive. */
export function retrievalShares(passages: readonly ContextPassage[]): number[] {
  const best = Math.max(0, ...passages.map(({ score }) => score));
  return passages.map(({ score }) => (best === 0 ? 1 : Math.max(0, score) / best));
}
