import { unknownName } from '../engine/unknown-name.ts';
import { createChatReader } from './chat-reader.ts';
import { createExtractiveReader, describeExtractive } from './extractive/reader.ts';
import type { ModelContext } from './model-context.ts';
import { createOpenAiChat } from './openai/chat.ts';
import { openAiServer } from './openai/server.ts';
import { loadPrompts } from './prompts.ts';
import { familyOf } from './families.ts';
import type { Reader } from './reader.ts';

/** What a user may choose about a model that is asked over the network; the others need none of it. */
export interface ReaderSettings {
  /** Address of the model's server; empty for the one that the environment or the provider names. */
  readonly baseUrl: string;
  /** Tells apart servers that have different models under one name. */
  readonly tag: string;
  /** Null leaves it to the model. */
  readonly temperature: number | null;
  /** The longest reply, in tokens; null leaves it to the model. */
  readonly maxTokens: number | null;
  /** Folder of prompts that replace the ones that ship; empty for none. */
  readonly prompts: string;
}

interface Entry {
  readonly about: string;
  create(model: string, settings: ReaderSettings, context: ModelContext): Reader;
}

const readers = new Map<string, Entry>([
  ['extractive', { about: describeExtractive, create: createExtractiveReader }],
  [
    'openai:<model>',
    {
      about: 'A chat model of OpenAI, or of any server that speaks its API (--base-url).',
      create(model, { baseUrl, tag, temperature, maxTokens, prompts }, context) {
        const server = openAiServer(context, { address: baseUrl, where: '--base-url' });
        const chat = createOpenAiChat({ model, server, temperature, tag }, context);
        return createChatReader({ model: chat, prompts: loadPrompts(prompts), maxTokens });
      },
    },
  ],
]);

/** The names that `createReader` knows; `<model>` stands for any model of a provider. */
export const readerNames: readonly string[] = [...readers.keys()];

/** One sentence on what to make of a reader's answers; undefined for an unknown name. */
export function aboutReader(name: string): string | undefined {
  return readers.get(familyOf(name).family)?.about;
}

/** Makes the reader of a name; an unknown name is an ExpectedError that proposes the nearest one. Nothing is loaded before its first use. */
export function createReader(name: string, settings: ReaderSettings, context: ModelContext): Reader {
  const { family, model } = familyOf(name);
  const entry = readers.get(family);
  if (entry !== undefined) return entry.create(model, settings, context);
  throw unknownName('model', name, readerNames, '--model');
}
