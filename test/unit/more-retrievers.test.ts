import { describe, expect, it } from 'vitest';
import type { TokenVectors } from '../../models/embedder.ts';
import { createBm25 } from '../../retrievers/bm25.ts';
import { createDense } from '../../retrievers/dense.ts';
import { createFull } from '../../retrievers/full.ts';
import { createHybrid } from '../../retrievers/hybrid.ts';
import { createMaxSim } from '../../retrievers/maxsim.ts';
import { createRetriever } from '../../retrievers/registry.ts';
import type { Retriever, VectorTable } from '../../retrievers/retriever.ts';
import { fictionalCorpus } from '../support/fictional-corpus.ts';
import { hashedVectors } from '../support/hashed-vectors.ts';

const never = new AbortController().signal;
const corpus = fictionalCorpus('dialog');

async function ranked(retriever: Retriever, text: string, vectors: VectorTable = hashedVectors) {
  const index = await retriever.open(corpus, vectors, undefined, never);
  return (await index.rank({ text }, corpus.passages.length, never)).map(({ position }) => position);
}

describe('hybrid', () => {
  it('adds the reciprocal ranks of words and vectors', async () => {
    const text = 'Who broke a string?';
    const dense = createDense({ embedder: 'hashed', hnsw: false });
    const [words, vectors] = [await ranked(createBm25(), text), await ranked(dense, text)];
    const score = (position: number) =>
      1 / (61 + words.indexOf(position)) + 1 / (61 + vectors.indexOf(position));
    const expected = [...corpus.passages.keys()].toSorted((a, b) => score(b) - score(a) || a - b);
    expect(await ranked(createHybrid({ embedder: 'hashed' }), text)).toEqual(expected);
  });
});

describe('maxsim', () => {
  /** Words are tokens, each a direction of its own. */
  const oneHot: VectorTable = {
    text: () => Promise.reject(new Error('asked for a vector of a text')),
    tokens: (text) => Promise.resolve(oneHotTokens(text)),
  };
  const seen = new Map<string, number>();

  function oneHotTokens(text: string): TokenVectors {
    const tokens = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const dimensions = 512;
    const vectors = new Int8Array(tokens.length * dimensions);
    for (const [row, token] of tokens.entries()) {
      const column = seen.get(token) ?? seen.size;
      seen.set(token, column);
      vectors[row * dimensions + column] = 127;
    }
    return { tokens, dimensions, vectors, scales: Float32Array.from(tokens, () => 1 / 127) };
  }

  it('counts for each word of a question the best word of the passage', async () => {
    const [first] = await ranked(createMaxSim({ embedder: 'any' }), 'string second movement', oneHot);
    expect(corpus.passages[first ?? -1]?.id).toBe('D2:2');
  });

  it('is refused without an embedder', () => {
    expect(() => createMaxSim({ embedder: 'none' })).toThrow(
      expect.objectContaining({ code: 'embedder-needed', exitCode: 2 }),
    );
  });
});

it('full finds everything in the order of the conversation', async () => {
  expect(await ranked(createFull(), 'anything')).toEqual([...corpus.passages.keys()]);
});

/** What fused gives the best turns of the corpus under another name. */
async function scoresIn(sampleId: string): Promise<number[]> {
  const index = await createRetriever('fused', { embedder: 'none' }).open(
    { ...corpus, sampleId },
    hashedVectors,
    undefined,
    never,
  );
  return (await index.rank({ text: 'What is the dog called?' }, 3, never)).map(({ score }) => score);
}

it('fused ranks a conversation of LoCoMo by weights that never saw it', async () => {
  expect(await scoresIn('conv-26')).not.toEqual(await scoresIn('my-own'));
  expect(await scoresIn('conv-26')).not.toEqual(await scoresIn('conv-30'));
});
