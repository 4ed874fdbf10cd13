import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vectorSearch } from '../../retrievers/dense.ts';
import { createExactIndex } from '../../retrievers/exact-index.ts';
import { buildHnswIndex, hnswAvailable, openHnswIndex } from '../../retrievers/hnsw-index.ts';

const dimensions = 24;

/** Reproducible directions of unit length: a linear congruential generator, normalised. */
function randomVectors(count: number, seed: number): Float32Array[] {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) / 2 ** 31;
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, next);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

describe('which search is used', () => {
  it('is a graph for many passages where one can be built', () => {
    expect(vectorSearch(255, 256, true)).toBe('exact');
    expect(vectorSearch(256, 256, true)).toBe('hnsw');
    expect(vectorSearch(5_000, 256, false)).toBe('exact');
  });
});

describe('exact search', () => {
  it('ranks by inner product, ties by position', async () => {
    const vectors = [
      [0, 1],
      [1, 0],
      [0.6, 0.8],
      [1, 0],
    ].map((vector) => Float32Array.from(vector));
    const hits = await createExactIndex(vectors).search(Float32Array.of(1, 0), 3);
    expect(hits.map((hit) => hit.position)).toEqual([1, 3, 2]);
    expect(hits.map((hit) => hit.score)).toEqual([1, 1, expect.closeTo(0.6)]);
  });
});

describe.skipIf(!hnswAvailable())('graph search (skipped where hnswlib-node does not load)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hnsw-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function build(name: string, vectors: readonly Float32Array[]): Promise<string> {
    const path = join(folder, name);
    await mkdir(path);
    await buildHnswIndex(vectors, path);
    return path;
  }

  it('agrees with exact search on the best ten of thousands, scores included', async () => {
    const vectors = randomVectors(3_000, 7);
    const graph = await openHnswIndex(await build('many', vectors));
    const exact = createExactIndex(vectors);
    for (const query of randomVectors(50, 8)) {
      const expected = await exact.search(query, 10);
      const found = await graph.search(query, 10);
      expect(found.map((hit) => hit.position)).toEqual(expected.map((hit) => hit.position));
      for (const [rank, { score }] of found.entries())
        expect(score).toBeCloseTo(expected[rank]?.score ?? NaN, 5);
    }
  });

  it('orders equal vectors by position, also where the depth cuts through them', async () => {
    const [same, ...others] = randomVectors(60, 9);
    const vectors = others.flatMap((vector) => (same ? [vector, same] : []));
    const graph = await openHnswIndex(await build('ties', vectors));
    const query = same ?? new Float32Array();
    const expected = await createExactIndex(vectors).search(query, 10);
    expect(expected.map((hit) => hit.position)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect((await graph.search(query, 10)).map((hit) => hit.position)).toEqual(
      expected.map((hit) => hit.position),
    );
  });

  it('gives all there is when asked for more', async () => {
    const graph = await openHnswIndex(await build('few', randomVectors(3, 1)));
    expect(await graph.search(randomVectors(1, 2)[0] ?? new Float32Array(), 50)).toHaveLength(3);
  });

  it('writes equal files for equal vectors', async () => {
    const vectors = randomVectors(400, 3);
    const [one, other] = [await build('one', vectors), await build('other', vectors)];
    for (const file of ['hnswlib.index', 'docstore.json', 'args.json'])
      expect(await readFile(join(one, file))).toEqual(await readFile(join(other, file)));
  });
});
