import { ExpectedError } from '../engine/expected-error.ts';
import { nearest } from '../engine/nearest.ts';
import { createBm25 } from './bm25.ts';
import { createDense } from './dense.ts';
import type { Retriever } from './retriever.ts';
import { createWindow } from './window.ts';

/** What a retriever is made from. */
export interface RetrieverSettings {
  /** Name of the embedder whose vectors will be handed in, `none` for no vectors. */
  readonly embedder: string;
}

const retrievers = new Map<string, (settings: RetrieverSettings) => Retriever>([
  ['window', createWindow],
  ['dense', createDense],
  ['bm25', () => createBm25()],
]);

/** The names that `createRetriever` knows, the recommended one first. */
export const retrieverNames: readonly string[] = [...retrievers.keys()];

/** Makes the retriever of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createRetriever(name: string, settings: RetrieverSettings): Retriever {
  const create = retrievers.get(name);
  if (create) return create(settings);
  const known = retrieverNames.join(', ');
  const proposal = nearest(name, retrieverNames);
  throw new ExpectedError({
    code: 'unknown-retriever',
    message: `Expected one of the retrievers ${known}, found "${name}".`,
    where: 'retriever',
    remedy: proposal === undefined ? `Choose one of ${known}.` : `Did you mean "${proposal}"?`,
  });
}
