import type { Json } from '../engine/json.ts';
import { stopWords } from '../locomo/text/stop-words.ts';
import { words } from '../locomo/text/tokens.ts';
import type { TokenVectors } from '../models/embedder.ts';
import { bestTurnOf } from './best-turn.ts';
import { countTerms, inverseDocumentFrequency } from './bm25-scorer.ts';
import type { Corpus, VectorTable } from './retriever.ts';
import { selectTokens, TokenSimilarities } from './token-similarities.ts';
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
    this.#names = new Set(corpus.speakers.flatMap((name) => words(withoutAccents(name))));
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

/** The pieces that belong to content words: no stop words, names or punctuation. */
function contentPieces(question: TokenVectors, names: ReadonlySet<string>): TokenVectors {
  const pieces = question.tokens;
  const kept: number[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    end = start + 1;
    while (pieces[end]?.startsWith('##')) end += 1;
    const [word] = words(wholeWord(pieces.slice(start, end)));
    if (word === undefined || stopWords.has(word) || names.has(word)) continue;
    for (let piece = start; piece < end; piece += 1) kept.push(piece);
  }
  return selectTokens(question, kept);
}

function wholeWord(pieces: readonly string[]): string {
  return pieces.map((piece, index) => (index === 0 ? piece : piece.slice(2))).join('');
}

/** As the models' uncased vocabularies spell it. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
