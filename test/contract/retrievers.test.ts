import { expect, it } from 'vitest';
import { canonicalJson } from '../../engine/json.ts';
import { createRetriever, retrieverNames } from '../../retrievers/registry.ts';
import { createDense } from '../../retrievers/dense.ts';
import { hnswAvailable } from '../../retrievers/hnsw-index.ts';
import { retrieverContract } from './retriever.contract.ts';

const settings = [
  { name: 'window', embedder: 'none' },
  { name: 'window', embedder: 'hashed' },
  { name: 'fused', embedder: 'none' },
  { name: 'fused', embedder: 'hashed' },
  { name: 'dense', embedder: 'hashed' },
  { name: 'hybrid', embedder: 'hashed' },
  { name: 'maxsim', embedder: 'hashed' },
  { name: 'full', embedder: 'none', readsWords: false },
  { name: 'bm25', embedder: 'none' },
  { name: 'random', embedder: 'none', readsWords: false },
  { name: 'oracle', embedder: 'none', readsWords: false },
];

for (const { name, embedder, readsWords = true } of settings)
  retrieverContract(`${name}, embedder ${embedder},`, () => createRetriever(name, { embedder }), {
    readsWords,
  });

if (hnswAvailable())
  retrieverContract('dense through a graph', () => createDense({ embedder: 'hashed', exactBelow: 1 }));
else it.skip('dense through a graph: hnswlib-node does not load here');
retrieverContract('dense without a graph', () => createDense({ embedder: 'hashed', hnsw: false }));

it('knows each retriever by an identity of its own', () => {
  const identities = settings.map(({ name, embedder }) =>
    canonicalJson(createRetriever(name, { embedder }).identity),
  );
  expect(new Set(identities).size).toBe(settings.length);
  // The one that finds nothing has nothing to keep of the contract; programs of the user keep what they like.
  const names = ['none', 'external:<command>', ...settings.map(({ name }) => name)];
  expect(retrieverNames.toSorted()).toEqual([...new Set(names)].toSorted());
});

it('proposes the nearest name for a mistyped retriever', () => {
  expect(() => createRetriever('windw', { embedder: 'none' })).toThrow(
    expect.objectContaining({
      code: 'unknown-retriever',
      remedy: expect.stringContaining('Did you mean window?'),
    }),
  );
});

it('knows dense retrievers apart by how they search', () => {
  const made = [
    createDense({ embedder: 'hashed', hnsw: true }),
    createDense({ embedder: 'hashed', hnsw: true, exactBelow: 10 }),
    createDense({ embedder: 'hashed', hnsw: false }),
  ];
  expect(new Set(made.map(({ identity }) => canonicalJson(identity))).size).toBe(made.length);
});

it('refuses to compare vectors without an embedder', () => {
  expect(() => createRetriever('dense', { embedder: 'none' })).toThrow(
    expect.objectContaining({ code: 'embedder-needed', remedy: expect.stringContaining('window') }),
  );
});
