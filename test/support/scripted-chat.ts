import type { ChatMessage, ChatModel, ChatReply } from '../../models/chat-model.ts';

/** A chat model that says what it is told to, and remembers what it was asked. */
export class ScriptedChat implements ChatModel {
  readonly identity = { provider: 'script', model: 'scripted', temperature: 0 };
  readonly asked: { readonly messages: readonly ChatMessage[]; readonly maxTokens: number | null }[] = [];
  readonly #reply: ChatReply;

  constructor(reply: string | ChatReply) {
    this.#reply = typeof reply === 'string' ? { text: reply, finishReason: 'stop' } : reply;
  }

  readonly complete: ChatModel['complete'] = async (messages, { maxTokens }) => {
    this.asked.push({ messages, maxTokens });
    return this.#reply;
  };
}
