import { once } from 'node:events';
import { nothing } from '../../engine/forecast.ts';
import type { ChatMessage, ChatModel, ChatReply } from '../../models/chat-model.ts';
import { noteUsage } from '../../models/note-usage.ts';

/** A chat model that says what it is told to, or nothing until it is stopped, and remembers what it was asked. */
export class ScriptedChat implements ChatModel {
  readonly identity = { provider: 'script', model: 'scripted', temperature: 0 };
  readonly asked: { readonly messages: readonly ChatMessage[]; readonly maxTokens: number | null }[] = [];
  readonly #reply: ChatReply | undefined;

  constructor(reply: string | ChatReply | undefined) {
    this.#reply = typeof reply === 'string' ? { text: reply, finishReason: 'stop' } : reply;
  }

  readonly asksServer = false;
  readonly forecast: ChatModel['forecast'] = async () => nothing;

  readonly complete: ChatModel['complete'] = async (messages, { maxTokens }, call) => {
    call.signal.throwIfAborted();
    this.asked.push({ messages, maxTokens });
    if (this.#reply === undefined) {
      await once(call.signal, 'abort');
      throw call.signal.reason;
    }
    call.note('modelCalls', 1);
    noteUsage('scripted', this.#reply.usage, {}, call);
    return this.#reply;
  };
}
