import type { Hit } from './retriever.ts';

/** The `depth` best positions of a list of scores, best first, ties by position. */
export function topHits(scores: ArrayLike<number>, depth: number): Hit[] {
  return Array.from(scores, (score, position): Hit => ({ position, score }))
    .toSorted((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, Math.max(0, depth));
}
