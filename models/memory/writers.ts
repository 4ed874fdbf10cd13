import { unknownName } from '../../engine/unknown-name.ts';
import { chatNames, createChat } from '../chats.ts';
import type { ModelContext } from '../model-context.ts';
import { loadPrompts } from '../prompts.ts';
import type { ReaderSettings } from '../readers.ts';
import { createChatWriter, type MemoryKind } from './chat-writer.ts';
import { createExtractiveObservations } from './extractive-observations.ts';
import { createExtractiveSummaries } from './extractive-summaries.ts';
import type { MemoryWriter } from './memory-writer.ts';

/** The writers on this machine that need no model, by what they write. */
const extractive = {
  observations: createExtractiveObservations,
  summary: createExtractiveSummaries,
} as const satisfies { readonly [kind in MemoryKind]: () => MemoryWriter };

/** What a user may choose about a writer; one on this machine needs none of it. */
export type WriterSettings = Omit<ReaderSettings, 'isConversation'>;

/** Makes the writer of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createWriter(
  name: string,
  kind: MemoryKind,
  settings: WriterSettings,
  context: ModelContext,
): MemoryWriter {
  if (name === 'extractive') return extractive[kind]();
  const model = createChat(name, settings, context, '--memory-');
  if (model === undefined)
    throw unknownName('memory-model', name, ['extractive', ...chatNames()], '--memory-model');
  const { maxTokens } = settings;
  return createChatWriter({ model, prompts: loadPrompts(settings.prompts, [kind]), kind, maxTokens });
}
