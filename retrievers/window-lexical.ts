import type { Json } from '../engine/json.ts';
import { contentStems, stemmingIdentity, words } from '../locomo/text/tokens.ts';
import { bestTurnOf } from './best-turn.ts';
import type { TermCounts } from './bm25-scorer.ts';
import { Bm25Scorer, countTerms, inverseDocumentFrequency } from './bm25-scorer.ts';
import type { Corpus } from './retriever.ts';
import type { Neighbour, WindowDecay } from './turn-windows.ts';
import { turnTexts, turnWindows } from './turn-windows.ts';

const decay: WindowDecay = { before: [0.6, 0.3, 0.15], after: [0.35, 0.15] };
const windowConstants = { k1: 1.2, b: 0.5 };
const ownConstants = { k1: 1.2, b: 0.75 };

/** What the lexical window score depends on. */
export const lexicalWindowIdentity: Json = {
  version: 1,
  before: decay.before,
  after: decay.after,
  window: windowConstants,
  own: ownConstants,
  stemming: stemmingIdentity,
};

/**
 * Scores passages by the words they share with a question. A turn is its window: term counts of the turns
 * around it are added to its own at a discount, as if they were weaker fields of one document (BM25F), with
 * the idf of single turns. A passage drawn from turns scores its best one and adds the BM25 of its own
 * words. Speakers' names are left out: they are in nearly every question and tell no turn from another.
 */
export class LexicalWindow {
  readonly #names: ReadonlySet<string>;
  readonly #turns: Bm25Scorer;
  readonly #own: Bm25Scorer;
  readonly #bestTurn: (turnScores: ArrayLike<number>) => Float64Array;

  constructor(corpus: Corpus) {
    this.#names = new Set(corpus.speakers.flatMap(words));
    const turns = turnTexts(corpus.sessions).map((text) => countTerms(this.#stems(text)));
    const windows = turnWindows(corpus.sessions, decay).map((window) => weightedCounts(window, turns));
    this.#turns = new Bm25Scorer(windows, windowConstants, inverseDocumentFrequency(turns));
    this.#bestTurn = bestTurnOf(corpus);
    // The words of a turn are in its window already.
    const own = corpus.passages.map((passage) => (passage.turnIds[0] === passage.id ? '' : passage.text));
    this.#own = new Bm25Scorer(
      own.map((text) => countTerms(this.#stems(text))),
      ownConstants,
    );
  }

  /** One score per passage, in the corpus's order. */
  scores(question: string): Float64Array {
    const stems = this.#stems(question);
    const own = this.#own.scores(stems);
    return this.#bestTurn(this.#turns.scores(stems)).map((best, passage) => best + (own[passage] ?? 0));
  }

  #stems(text: string): string[] {
    return contentStems(text, this.#names);
  }
}

function weightedCounts(window: readonly Neighbour[], turns: readonly TermCounts[]): TermCounts {
  const counts = new Map<string, number>();
  for (const { turn, weight } of window)
    for (const [term, count] of turns[turn] ?? []) counts.set(term, (counts.get(term) ?? 0) + weight * count);
  return counts;
}
