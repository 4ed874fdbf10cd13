import type { Json } from '../engine/json.ts';
import type { Forecast } from '../engine/forecast.ts';
import type { CallContext } from './call-context.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Usage } from './remote/usage.ts';

/** One message of a chat; plain data. */
export type ChatMessage = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** So many characters at its start are the same in many calls: a provider that keeps prompts may keep these. */
  readonly shared?: number;
};

/** Why a reply ends where it does. */
export type FinishReason = 'stop' | 'length' | 'filtered' | 'other';

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** Absent where the server does not count. */
  readonly usage?: Usage;
}

/** How long a reply is expected to be, in tokens, and how long it may be; null where only the model sets an end. */
export interface ReplyLengths {
  readonly usual: number;
  readonly longest: number | null;
}

/** A model that goes on with a chat. */
export interface ChatModel {
  /** Everything besides the messages and the limit that can change a reply: provider, model, temperature, … */
  readonly identity: { readonly [name: string]: Json };
  /** True where a server is asked, which may cost money. */
  readonly asksServer: boolean;
  /** How many calls may be out at once, where that is more than the run allows. */
  readonly atOnce?: number;
  /** Throws `ExpectedError` where no call can succeed, for want of a key for example. */
  assertReady?(): void;
  /** What a call would count, without making it: the call, its prompt's tokens, and what it would cost. */
  forecast(messages: readonly ChatMessage[], reply: ReplyLengths): Promise<Forecast>;
  /**
   * The next message, of at most `maxTokens` tokens, or as long as the model likes for null; as JSON of the schema, where
   * there is one and the model can be held to it. Counts the call
   * and its tokens. Throws `ItemFailure` where there is no reply to these messages, `ExpectedError` where
   * there is none to any.
   */
  complete(
    messages: readonly ChatMessage[],
    limits: { readonly maxTokens: number | null; readonly schema?: JsonSchema | undefined },
    call: CallContext,
  ): Promise<ChatReply>;
}
