import type { Json } from '../engine/json.ts';
import type { CallContext } from './call-context.ts';

/** One message of a chat; plain data. */
export type ChatMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** Why a reply ends where it does. */
export type FinishReason = 'stop' | 'length' | 'filtered' | 'other';

/** Tokens of one call, as the server counts them. */
export interface ChatUsage {
  /** Of the prompt, cached ones included. */
  readonly input: number;
  /** Of the prompt, those that the server had kept from an earlier call. */
  readonly cachedInput: number;
  /** Of the reply, hidden reasoning included. */
  readonly output: number;
}

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** Absent where the server does not count. */
  readonly usage?: ChatUsage;
}

/** A model that goes on with a chat. */
export interface ChatModel {
  /** Everything besides the messages and the limit that can change a reply: provider, model, temperature, … */
  readonly identity: { readonly [name: string]: Json };
  /** Throws `ExpectedError` where no call can succeed, for want of a key for example. */
  assertReady?(): void;
  /**
   * The next message, of at most `maxTokens` tokens, or as long as the model likes for null. Counts the call
   * and its tokens. Throws `ItemFailure` where there is no reply to these messages, `ExpectedError` where
   * there is none to any.
   */
  complete(
    messages: readonly ChatMessage[],
    limits: { readonly maxTokens: number | null },
    call: CallContext,
  ): Promise<ChatReply>;
}
