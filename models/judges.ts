import { unknownName } from '../engine/unknown-name.ts';
import type { ChatModel } from './chat-model.ts';
import { createChatJudge } from './chat-judge.ts';
import { chatNames, createChat } from './chats.ts';
import type { Judge, SupportRequest } from './judge.ts';
import type { ModelContext } from './model-context.ts';
import { loadPrompts } from './prompts.ts';
import type { ReaderSettings } from './readers.ts';

/** By what an answer is judged; each names the prompt `judge-<rubric>`. */
export type Rubric = 'strict' | 'lenient';

/** What a user may choose about a judge. */
export type JudgeSettings = Omit<ReaderSettings, 'isConversation'>;

/** Makes the judge of answers of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createJudge(
  name: string,
  { rubric, ...settings }: JudgeSettings & { readonly rubric: Rubric },
  context: ModelContext,
): Judge {
  const prompt = `judge-${rubric}` as const;
  return createChatJudge({
    model: judging(name, settings, context),
    prompts: loadPrompts(settings.prompts, [prompt]),
    textOf: (prompts, request) => prompts.fill(prompt, { ...request }),
    what: 'answer',
    maxTokens: settings.maxTokens,
  });
}

/** Makes the judge of a name that says whether lines of a conversation bear a statement out. */
export function createSupportJudge(
  name: string,
  settings: JudgeSettings,
  context: ModelContext,
): Judge<SupportRequest> {
  return createChatJudge({
    model: judging(name, settings, context),
    prompts: loadPrompts(settings.prompts, ['judge-support']),
    textOf: (prompts, request) => prompts.fill('judge-support', { ...request }),
    what: 'statement',
    maxTokens: settings.maxTokens,
  });
}

function judging(name: string, settings: JudgeSettings, context: ModelContext): ChatModel {
  const model = createChat(name, settings, context, '--judge-');
  if (model === undefined) throw unknownName('judge', name, chatNames(), '--judge');
  return model;
}
