import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import type { ChatModel, ChatReply } from '../chat-model.ts';
import type { Encoded, Generator } from './generator.ts';

/** Replies of this length are cut where neither the user nor the model's window sets an end. */
const longestReply = 1024;

/** What a model says last: a reader and a judge may share it, and it says one thing at a time. */
const turns = new WeakMap<Generator, Promise<unknown>>();

export interface LocalChatSettings {
  readonly identity: ChatModel['identity'];
  readonly temperature: number | null;
  readonly tag: string;
  /** How the flags begin that set it up. */
  readonly flags: string;
  /** Throws `ExpectedError` where the model cannot be loaded as far as can be told beforehand. */
  assertReady?(): void;
  /** The model in memory; loaded with the first call. */
  generator(): Promise<Generator>;
}

/** A chat model on this machine. It answers one call after the other, always with the most probable words. */
export function createLocalChat(settings: LocalChatSettings): ChatModel {
  const { temperature, tag, flags, assertReady, generator } = settings;
  if (temperature !== null && temperature > 0)
    throw new ExpectedError({
      code: 'setting',
      message: `Expected the temperature 0, found ${temperature}: models on this machine say what is most probable.`,
      where: `${flags}temperature`,
      remedy: 'Leave it out.',
    });
  return {
    identity: { ...settings.identity, version: 1, ...(tag === '' ? {} : { tag }) },
    asksServer: false,
    ...(assertReady === undefined ? {} : { assertReady }),
    async forecast(messages, { usual, longest }) {
      const { tokens } = (await generator()).encode(messages);
      const call = { modelCalls: 1, inputTokens: tokens, costUsd: 0 };
      return {
        expected: { ...call, outputTokens: usual },
        most: { ...call, outputTokens: longest ?? longestReply },
      };
    },
    async complete(messages, { maxTokens }, call) {
      const model = await generator();
      const turn = (turns.get(model) ?? Promise.resolve()).then(() => {
        assertGoesOn(call);
        return say(model.encode(messages), maxTokens, model.window, call);
      });
      const over = turn.catch(() => undefined);
      turns.set(model, over);
      return turn;
    },
  };
}

async function say(
  prompt: Encoded,
  maxTokens: number | null,
  window: number | null,
  call: CallContext,
): Promise<ChatReply> {
  const left = window === null ? Infinity : window - prompt.tokens;
  if (left < 1)
    throw new ItemFailure(
      `The prompt has ${prompt.tokens} tokens, and the model takes ${window} with the reply.`,
      { apart: true },
    );
  const most = Math.min(maxTokens ?? longestReply, left);
  const { text, tokens, isWhole } = await prompt.generate(most, call.signal);
  call.note('modelCalls', 1);
  call.note('inputTokens', prompt.tokens);
  call.note('outputTokens', tokens);
  const usage = { input: prompt.tokens, cachedInput: 0, output: tokens };
  return { text, finishReason: isWhole ? 'stop' : 'length', usage };
}

function assertGoesOn({ signal, stopping }: CallContext): void {
  signal.throwIfAborted();
  stopping.throwIfAborted();
}
