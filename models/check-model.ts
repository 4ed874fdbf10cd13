import { addNotes, type Notes } from '../engine/notes.ts';
import { quietCall, type CallContext } from './call-context.ts';
import type { ChatModel } from './chat-model.ts';
import type { ModelContext } from './model-context.ts';
import { problemOf, type Problem } from './problem.ts';

/** What came of one tiny call to a model. */
export interface CheckedModel {
  readonly model: string;
  /** The model's words; null where none came, for which `problem` has the reason. */
  readonly reply: string | null;
  readonly problem?: Problem;
  readonly milliseconds: number;
  /** What it counted; a reply that is of no use is paid for too. */
  readonly notes: Notes;
}

const messages = [{ role: 'user', content: 'Reply with the single word: ready' }] as const;

/** Leaves those that think before they speak room for it. */
const maxTokens = 1000;

/** Makes one tiny call to a model by the code that makes all others. */
export async function checkModel(
  model: string,
  chat: ChatModel,
  { remote }: Pick<ModelContext, 'remote'>,
): Promise<CheckedModel> {
  let notes: Notes = {};
  const call: CallContext = {
    ...quietCall,
    note: (measure, amount) => (notes = addNotes(notes, { [measure]: amount })),
  };
  const begun = remote.now();
  const said = await replyOf(chat, call);
  return { model, ...said, milliseconds: Math.round(remote.now() - begun), notes };
}

async function replyOf(chat: ChatModel, call: CallContext): Promise<Pick<CheckedModel, 'reply' | 'problem'>> {
  try {
    chat.assertReady?.();
    const { text } = await chat.complete(messages, { maxTokens }, call);
    return { reply: text.trim() };
  } catch (error) {
    return { reply: null, problem: problemOf(error) };
  }
}
