import { createHash } from 'node:crypto';
import type { TokenVectors } from '../../models/embedder.ts';
import type { VectorTable } from '../../retrievers/retriever.ts';

const dimensions = 16;

/** Vectors without a model: each word has its own pseudo-random direction, a text the sum of its words'. */
export const hashedVectors: VectorTable = {
  text: async (text) => {
    const rows = split(text).map(direction);
    return unit(direction('').map((bias, axis) => rows.reduce((sum, row) => sum + (row[axis] ?? 0), bias)));
  },
  tokens: async (text): Promise<TokenVectors> => {
    const tokens = split(text).flatMap(wordPieces);
    const rows = tokens.map(direction);
    return {
      tokens,
      dimensions,
      vectors: Int8Array.from(rows.flatMap((row) => Array.from(row, (value) => Math.round(value * 127)))),
      scales: Float32Array.from(rows, () => 1 / 127),
    };
  },
};

function split(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Pieces of at most four letters, as a vocabulary of short pieces would cut a word. */
function wordPieces(word: string): string[] {
  return (word.match(/.{1,4}/g) ?? []).map((piece, index) => (index === 0 ? piece : `##${piece}`));
}

function direction(word: string): Float32Array {
  const digest = createHash('sha256').update(word).digest();
  return unit(Float32Array.from({ length: dimensions }, (_, axis) => digest.readInt8(axis)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
