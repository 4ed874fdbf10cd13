import { Bm25Scorer } from '../../bm25-scorer.ts';
import type { Conversation } from '../conversation.ts';
import { sharesOfBest, type Feature } from '../feature.ts';

const constants = { k1: 1.2, b: 0.5 };

/** BM25 of the words of a turn itself. */
export const ownWords: Feature = { name: 'ownWords', open: openOwnWords };

/** The same for other features. */
export function openOwnWords({
  turns,
  idf,
}: Conversation): (question: { readonly stems: readonly string[] }) => Float64Array {
  const scorer = new Bm25Scorer(
    turns.map(({ counts }) => counts),
    constants,
    idf,
  );
  return ({ stems }) => sharesOfBest(scorer.scores(stems));
}
