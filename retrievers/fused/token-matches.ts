import type { TokenVectors } from '../../models/embedder.ts';
import { countTerms, inverseDocumentFrequency } from '../bm25-scorer.ts';
import { contentPieces, nameWords } from '../content-pieces.ts';
import type { VectorTable } from '../retriever.ts';
import { TokenSimilarities } from '../token-similarities.ts';
import type { Conversation } from './conversation.ts';
import { spreadOut } from './feature.ts';

/** How near each turn of a conversation comes to a question, by token vectors. */
export interface TokenMatches {
  /** For each content piece of the question: how rare it is among the turns, and the best cosine of each turn. */
  readonly pieces: readonly { readonly idf: number; readonly cosines: Float32Array }[];
  /** The cosine of the mean of a question's tokens with that of each turn and the one before it. */
  readonly meaning: Float64Array;
}

/** Compares questions with the turns of a conversation. */
export type TokenMatcher = (question: TokenVectors) => Promise<TokenMatches>;

/** Reads the token vectors of the turns. */
export async function openTokenMatcher(
  { speakers, turns, sittings }: Conversation,
  vectors: VectorTable,
  signal: AbortSignal,
): Promise<TokenMatcher> {
  const own: TokenVectors[] = [];
  for (const { text } of turns) {
    signal.throwIfAborted();
    own.push(await vectors.tokens(text, 'passage'));
  }
  const names = nameWords(speakers);
  const idf = inverseDocumentFrequency(own.map(({ tokens }) => countTerms(tokens)));
  const similarities = await TokenSimilarities.open(own);
  const sums = own.map(sumOf);
  const withBefore = turns.map(({ place, sitting, before }) => {
    const previous = sittings[sitting]?.turns[before - 1];
    return unit(previous === undefined ? [sums[place]] : [sums[place], sums[previous.place]]);
  });
  return async (question) => {
    const pieces = contentPieces(question, names);
    const best = await similarities.bestPerTurn(pieces);
    const asked = unit([sumOf(question)]);
    return {
      pieces: pieces.tokens.map((piece, row) => ({
        idf: idf(piece),
        cosines: best[row] ?? new Float32Array(turns.length),
      })),
      meaning: Float64Array.from(withBefore, (vector) => dot(vector, asked)),
    };
  };
}

/** How near passages come to a question by their own words: late interaction, by the rarity of pieces among the passages. */
export type PassageMatcher = (question: TokenVectors) => Promise<Float64Array>;

/** Reads the token vectors of passages, by the texts that were embedded for them. */
export async function openPassageMatcher(
  texts: readonly string[],
  { speakers }: Pick<Conversation, 'speakers'>,
  vectors: VectorTable,
  signal: AbortSignal,
): Promise<PassageMatcher> {
  const own: TokenVectors[] = [];
  for (const text of texts) {
    signal.throwIfAborted();
    own.push(await vectors.tokens(text, 'passage'));
  }
  const names = nameWords(speakers);
  const idf = inverseDocumentFrequency(own.map(({ tokens }) => countTerms(tokens)));
  const similarities = await TokenSimilarities.open(own);
  return async (question) => {
    const pieces = contentPieces(question, names);
    const best = await similarities.bestPerTurn(pieces);
    const scores = new Float64Array(texts.length);
    for (const [row, piece] of pieces.tokens.entries())
      for (let place = 0; place < scores.length; place++)
        scores[place] = (scores[place] ?? 0) + idf(piece) * (best[row]?.[place] ?? 0);
    return spreadOut(scores);
  };
}

function sumOf({ tokens, dimensions, vectors, scales }: TokenVectors): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let row = 0; row < tokens.length; row++)
    for (let column = 0; column < dimensions; column++)
      sum[column] = (sum[column] ?? 0) + (vectors[row * dimensions + column] ?? 0) * (scales[row] ?? 0);
  return sum;
}

/** The sum of vectors, of length 1; zeros where there is nothing. */
function unit(parts: readonly (Float32Array | undefined)[]): Float32Array {
  const [first = new Float32Array(), second] = parts;
  const sum = Float32Array.from(first, (value, index) => value + (second?.[index] ?? 0));
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
