import { ExpectedError } from '../engine/expected-error.ts';
import type { Embedder } from './embedder.ts';
import { createMinilmEmbedder } from './minilm/embedder.ts';
import { minilmAvailable } from './minilm/weights.ts';

/** What an embedder may need to know of its surroundings. */
export interface EmbedderContext {
  /** Where local models are kept; made when first needed. */
  readonly modelFolder: string;
}

/** The embedders by name. A new one is a file and a line here. */
const embedders: { readonly [name: string]: (context: EmbedderContext) => Embedder } = {
  minilm: ({ modelFolder }) => createMinilmEmbedder(modelFolder),
};

/** The names that `createEmbedder` knows. */
export const embedderNames: readonly string[] = Object.keys(embedders);

/** Makes the embedder of that name. Nothing is loaded before its first use. */
export function createEmbedder(name: string, context: EmbedderContext): Embedder {
  const create = Object.hasOwn(embedders, name) ? embedders[name] : undefined;
  if (create === undefined)
    throw new ExpectedError({
      code: 'unknown-embedder',
      message: `expected an embedder (${embedderNames.join(', ')}), found ${name}`,
      remedy: `choose one of: ${embedderNames.join(', ')}`,
    });
  return create(context);
}

/** False for an embedder whose weights are not there, so that a retriever can do without. */
export function embedderAvailable(name: string): boolean {
  return name !== 'minilm' || minilmAvailable();
}
