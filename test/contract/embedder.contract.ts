import { expect, it } from 'vitest';
import { canonicalJson } from '../../engine/json.ts';
import { quietCall } from '../../models/call-context.ts';
import type { Embedder, TokenVectors } from '../../models/embedder.ts';

const texts = [
  'The ferry to the island leaves at nine, unless the fog is back.',
  'Did you ever finish the bookshelf?',
  'No.',
  'The ferry to the island leaves at nine, unless the fog is back.',
  'My grandmother keeps bees behind the old mill, and sells the honey at the Saturday market. 🐝',
];

/** What every embedder promises; `create` makes a new one each time. */
export function embedderContract(create: () => Embedder | Promise<Embedder>): void {
  it('has an identity that is plain data and the same for each instance', async () => {
    const { identity } = await create();
    expect(JSON.parse(canonicalJson(identity))).toEqual(identity);
    expect((await create()).identity).toEqual(identity);
  });

  it('gives one vector of unit length a text', async () => {
    const embedder = await create();
    const vectors = await embedder.embed(texts, 'passage', quietCall);
    expect(vectors).toHaveLength(texts.length);
    const [{ length: dimensions } = new Float32Array()] = vectors;
    for (const vector of vectors) {
      expect(vector).toHaveLength(dimensions);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('keeps the order of the texts', async () => {
    const embedder = await create();
    const forward = await embedder.embed(texts, 'passage', quietCall);
    const backward = await embedder.embed(texts.toReversed(), 'passage', quietCall);
    expect(backward.toReversed()).toEqual(forward);
  });

  it('gives equal texts equal vectors and different texts different ones', async () => {
    const embedder = await create();
    const [first, second, , again] = await embedder.embed(texts, 'passage', quietCall);
    expect(again).toEqual(first);
    expect(second).not.toEqual(first);
  });

  it('gives no vectors for no texts', async () => {
    const embedder = await create();
    expect(await embedder.embed([], 'query', quietCall)).toEqual([]);
  });

  it('embeds an empty text and one of a thousand words', async () => {
    const embedder = await create();
    const long = Array.from({ length: 1000 }, (_, i) => `lantern${i}`).join(' ');
    const vectors = await embedder.embed(['', long], 'passage', quietCall);
    expect(vectors.map((vector) => Math.hypot(...vector))).toEqual([
      expect.closeTo(1, 5),
      expect.closeTo(1, 5),
    ]);
  });

  it('stops when it is told to', async () => {
    const embedder = await create();
    const reason = new Error('enough');
    await expect(
      embedder.embed(texts, 'passage', { ...quietCall, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
}

/** What an embedder with token vectors promises besides. */
export function tokenEmbedderContract(create: () => Embedder | Promise<Embedder>): void {
  it('gives one unit vector a word piece', async () => {
    const embedder = await create();
    const all = (await embedder.embedTokens?.(texts, 'passage', quietCall)) ?? [];
    expect(all).toHaveLength(texts.length);
    for (const { tokens, dimensions, vectors, scales } of all) {
      expect(dimensions).toBe(all[0]?.dimensions);
      expect(vectors).toHaveLength(tokens.length * dimensions);
      expect(scales).toHaveLength(tokens.length);
    }
    for (const row of all.flatMap(rows)) expect(Math.hypot(...row)).toBeCloseTo(1, 2);
  });

  it('gives no token vectors for no texts and an empty set for an empty text', async () => {
    const embedder = await create();
    expect(await embedder.embedTokens?.([], 'query', quietCall)).toEqual([]);
    const [empty] = (await embedder.embedTokens?.([''], 'query', quietCall)) ?? [];
    expect(empty?.tokens).toEqual([]);
    expect(empty?.vectors).toHaveLength(0);
  });

  it('stops token vectors when it is told to', async () => {
    const embedder = await create();
    const reason = new Error('enough');
    const result = embedder.embedTokens?.(texts, 'passage', {
      ...quietCall,
      signal: AbortSignal.abort(reason),
    });
    await expect(result).rejects.toBe(reason);
  });
}

/** The real values of quantised token vectors, row by row. */
function rows({ tokens, dimensions, vectors, scales }: TokenVectors): number[][] {
  return tokens.map((_, row) =>
    Array.from(
      vectors.subarray(row * dimensions, (row + 1) * dimensions),
      (value) => value * (scales[row] ?? Number.NaN),
    ),
  );
}
