import { expect, it } from 'vitest';
import { canonicalJson } from '../../engine/json.ts';
import { createRetriever, retrieverNames } from '../../retrievers/registry.ts';
import { retrieverContract } from './retriever.contract.ts';

const settings = [
  { name: 'window', embedder: 'none' },
  { name: 'bm25', embedder: 'none' },
];

for (const { name, embedder } of settings)
  retrieverContract(`${name}, embedder ${embedder},`, () => createRetriever(name, { embedder }));

it('knows each retriever by an identity of its own', () => {
  const identities = settings.map(({ name, embedder }) =>
    canonicalJson(createRetriever(name, { embedder }).identity),
  );
  expect(new Set(identities).size).toBe(settings.length);
  expect(retrieverNames.toSorted()).toEqual([...new Set(settings.map(({ name }) => name))].toSorted());
});

it('proposes the nearest name for a mistyped retriever', () => {
  expect(() => createRetriever('windw', { embedder: 'none' })).toThrow(
    expect.objectContaining({ code: 'unknown-retriever', remedy: 'Did you mean "window"?' }),
  );
});
