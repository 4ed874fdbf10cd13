import { unknownName } from '../engine/unknown-name.ts';
import { chatName, createChat, providers, type ChatSettings } from './chats.ts';
import { createChatReader } from './chat-reader.ts';
import { createExtractiveReader, describeExtractive } from './extractive/reader.ts';
import { localNames } from './local/local-chats.ts';
import type { ModelContext } from './model-context.ts';
import { conversationPrompts, loadPrompts } from './prompts.ts';
import { familyOf } from './families.ts';
import type { Reader } from './reader.ts';

/** What a user may choose about a reader; those on this machine need none of it. */
export interface ReaderSettings extends ChatSettings {
  /** Folder of prompts that replace the ones that ship; empty for none. */
  readonly prompts: string;
  /** Whether it is to read whole conversations rather than passages that were retrieved. */
  readonly isConversation: boolean;
}

interface Entry {
  readonly about: string;
  create(name: string, settings: ReaderSettings, context: ModelContext): Reader;
}

const readers = new Map<string, Entry>([
  ['extractive', { about: describeExtractive, create: createExtractiveReader }],
  ...providers.map((provider): [string, Entry] => [
    chatName(provider),
    { about: provider.about, create: createChatReaderOf },
  ]),
  ...localNames.map(([name, about]): [string, Entry] => [name, { about, create: createChatReaderOf }]),
]);

/** The names that `createReader` knows; `<model>` stands for any model of a provider. */
export const readerNames: readonly string[] = [...readers.keys()];

/** One sentence on what to make of a reader's answers; undefined for an unknown name. */
export function aboutReader(name: string): string | undefined {
  return readers.get(familyOf(name).family)?.about;
}

/** Makes the reader of a name; an unknown name is an ExpectedError that proposes the nearest one. Nothing is loaded before its first use. */
export function createReader(name: string, settings: ReaderSettings, context: ModelContext): Reader {
  const entry = readers.get(familyOf(name).family);
  if (entry !== undefined) return entry.create(name, settings, context);
  throw unknownName('model', name, readerNames, '--model');
}

function createChatReaderOf(name: string, settings: ReaderSettings, context: ModelContext): Reader {
  const { prompts, maxTokens, isConversation } = settings;
  const model = createChat(name, settings, context);
  if (model === undefined) throw unknownName('model', name, readerNames, '--model');
  return createChatReader({
    model,
    prompts: loadPrompts(prompts, isConversation ? conversationPrompts : undefined),
    maxTokens,
  });
}
