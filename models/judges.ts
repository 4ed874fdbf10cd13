import { unknownName } from '../engine/unknown-name.ts';
import { createChatJudge, type Rubric } from './chat-judge.ts';
import type { ChatModel } from './chat-model.ts';
import { familyOf } from './families.ts';
import type { Judge } from './judge.ts';
import type { ModelContext } from './model-context.ts';
import { createOpenAiChat } from './openai/chat.ts';
import { openAiServer } from './openai/server.ts';
import { loadPrompts } from './prompts.ts';
import type { ReaderSettings } from './readers.ts';

/** What a user may choose about a judge. */
export interface JudgeSettings extends ReaderSettings {
  readonly rubric: Rubric;
}

type CreateChat = (model: string, settings: ReaderSettings, context: ModelContext) => ChatModel;

const chats = new Map<string, CreateChat>([
  [
    'openai:<model>',
    (model, { baseUrl, tag, temperature }, context) => {
      const server = openAiServer(context, { address: baseUrl, where: '--judge-base-url' });
      return createOpenAiChat({ model, server, temperature, tag, flags: '--judge-' }, context);
    },
  ],
]);

/** Makes the judge of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createJudge(name: string, settings: JudgeSettings, context: ModelContext): Judge {
  const { family, model } = familyOf(name);
  const create = chats.get(family);
  if (create === undefined) throw unknownName('judge', name, chats.keys(), '--judge');
  const { rubric, maxTokens } = settings;
  const prompts = loadPrompts(settings.prompts, [`judge-${rubric}`]);
  return createChatJudge({ model: create(model, settings, context), prompts, rubric, maxTokens });
}
