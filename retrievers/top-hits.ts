import type { Hit } from './retriever.ts';

/** The `depth` best positions of a list of scores, best first, ties by position. */
export function topHits(scores: ArrayLike<number>, depth: number): Hit[] {
  return Array.from(scores, (score, position): Hit => ({ position, score }))
    .toSorted(byScore)
    .slice(0, Math.max(0, depth));
}

/** Orders hits best first, ties by position. */
export function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || a.position - b.position;
}
