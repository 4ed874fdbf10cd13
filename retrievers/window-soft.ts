import type { Json } from '../engine/json.ts';
import type { TokenVectors } from '../models/embedder.ts';
import { bestTurnOf } from './best-turn.ts';
import { countTerms, inverseDocumentFrequency } from './bm25-scorer.ts';
import { contentPieces, nameWords } from './content-pieces.ts';
import type { Corpus, VectorTable } from './retriever.ts';
import { TokenSimilarities } from './token-similarities.ts';
import type { Neighbour, WindowDecay } from './turn-windows.ts';
import { turnTexts, turnWindows } from './turn-windows.ts';

const decay: WindowDecay = { before: [0.8, 0.55, 0.35], after: [0.65, 0.4, 0.2] };

/** Cosine at and below which two word pieces have nothing in common. */
const floor = 0.35;

/** What the soft window score depends on, the embedder left out. */
export const softWindowIdentity: Json = { version: 1, before: decay.before, after: decay.after, floor };

/**
 * Scores passages by how near they come to each word piece of a question: late interaction, as in ColBERT
 * (Khattab and Zaharia, 2020), over windows of turns. A piece adds its idf among the turns times the best
 * similarity that the window reaches, the turns around a turn at a discount.
 */
export class SoftWindow {
  readonly #names: ReadonlySet<string>;
  readonly #idf: (piece: string) => number;
  readonly #similarities: TokenSimilarities;
  readonly #windows: readonly (readonly Neighbour[])[];
  readonly #bestTurn: (turnScores: ArrayLike<number>) => Float64Array;

  private constructor(corpus: Corpus, turns: readonly TokenVectors[], similarities: TokenSimilarities) {
    this.#names = nameWords(corpus.speakers);
    this.#idf = inverseDocumentFrequency(turns.map(({ tokens }) => countTerms(tokens)));
    this.#similarities = similarities;
    this.#windows = turnWindows(corpus.sessions, decay);
    this.#bestTurn = bestTurnOf(corpus);
  }

  /** Reads the token vectors of a conversation's turns. */
  static async open(corpus: Corpus, vectors: VectorTable, signal: AbortSignal): Promise<SoftWindow> {
    const turns: TokenVectors[] = [];
    for (const text of turnTexts(corpus.sessions)) {
      signal.throwIfAborted();
      turns.push(await vectors.tokens(text, 'passage'));
    }
    return new SoftWindow(corpus, turns, await TokenSimilarities.open(turns));
  }

  /** One score per passage, in the corpus's order. */
  async scores(question: TokenVectors): Promise<Float64Array> {
    const pieces = contentPieces(question, this.#names);
    const similarities = await this.#similarities.bestPerTurn(pieces);
    const scores = new Float64Array(this.#windows.length);
    for (const [position, piece] of pieces.tokens.entries()) {
      const idf = this.#idf(piece);
      const nearness = similarities[position]?.map((cosine) => Math.max(0, (cosine - floor) / (1 - floor)));
      for (const [turn, window] of this.#windows.entries())
        scores[turn] = (scores[turn] ?? 0) + idf * bestIn(window, nearness ?? []);
    }
    return this.#bestTurn(scores);
  }
}

function bestIn(window: readonly Neighbour[], nearness: ArrayLike<number>): number {
  let best = 0;
  for (const { turn, weight } of window) best = Math.max(best, weight * (nearness[turn] ?? 0));
  return best;
}
