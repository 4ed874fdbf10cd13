import { unknownName } from '../engine/unknown-name.ts';
import { createChatJudge, type Rubric } from './chat-judge.ts';
import { chatNames, createChat } from './chats.ts';
import type { Judge } from './judge.ts';
import type { ModelContext } from './model-context.ts';
import { loadPrompts } from './prompts.ts';
import type { ReaderSettings } from './readers.ts';

/** What a user may choose about a judge. */
export interface JudgeSettings extends Omit<ReaderSettings, 'isConversation'> {
  readonly rubric: Rubric;
}

/** Makes the judge of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createJudge(name: string, settings: JudgeSettings, context: ModelContext): Judge {
  const model = createChat(name, settings, context, '--judge-');
  if (model === undefined) throw unknownName('judge', name, chatNames(), '--judge');
  const { rubric, maxTokens } = settings;
  const prompts = loadPrompts(settings.prompts, [`judge-${rubric}`]);
  return createChatJudge({ model, prompts, rubric, maxTokens });
}
