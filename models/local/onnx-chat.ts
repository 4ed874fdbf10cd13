import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import type { ChatModel, ChatReply } from '../chat-model.ts';
import type { ModelContext } from '../model-context.ts';
import { loadGenerator, type Generator } from './generator.ts';
import { localIdentity, windowOf, type LocalModel } from './local-model.ts';

/** Replies of this length are cut where neither the user nor the model's window sets an end. */
const longestReply = 1024;

export interface OnnxChatSettings {
  readonly model: LocalModel;
  readonly temperature: number | null;
  readonly tag: string;
}

/** A chat model on this machine. It answers one call after the other, always with the most probable words. */
export function createOnnxChat(
  { model, temperature, tag }: OnnxChatSettings,
  context: ModelContext,
): ChatModel {
  if (temperature !== null && temperature > 0)
    throw new ExpectedError({
      code: 'setting',
      message: `Expected the temperature 0, found ${temperature}: models on this machine say what is most probable.`,
      where: '--temperature',
      remedy: 'Leave it out.',
    });
  const identity = { provider: 'hf', ...localIdentity(model), version: 1, ...(tag === '' ? {} : { tag }) };
  const window = windowOf(model);
  let last: Promise<unknown> = Promise.resolve();

  return {
    identity,
    asksServer: false,
    async forecast(messages, { usual, longest }) {
      const { tokens } = (await generatorOf(model, context)).encode(messages);
      const call = { modelCalls: 1, inputTokens: tokens, costUsd: 0 };
      return {
        expected: { ...call, outputTokens: usual },
        most: { ...call, outputTokens: longest ?? longestReply },
      };
    },
    async complete(messages, { maxTokens }, call) {
      const generator = await generatorOf(model, context);
      const turn = last.then(() => say(generator));
      last = turn.catch(() => undefined);
      return turn;

      async function say({ encode }: Generator): Promise<ChatReply> {
        assertGoesOn(call);
        const prompt = encode(messages);
        const left = window === null ? Infinity : window - prompt.tokens;
        if (left < 1)
          throw new ItemFailure(
            `The prompt has ${prompt.tokens} tokens, and the model takes ${window} with the reply.`,
            { apart: true },
          );
        const { text, tokens, isWhole } = await prompt.generate(
          Math.min(maxTokens ?? longestReply, left),
          call.signal,
        );
        call.note('modelCalls', 1);
        call.note('inputTokens', prompt.tokens);
        call.note('outputTokens', tokens);
        return {
          text,
          finishReason: isWhole ? 'stop' : 'length',
          usage: { input: prompt.tokens, cachedInput: 0, output: tokens },
        };
      }
    },
  };
}

function assertGoesOn({ signal, stopping }: CallContext): void {
  signal.throwIfAborted();
  stopping.throwIfAborted();
}

const loaded = new Map<string, Promise<Generator>>();

/** A model is loaded once, whoever asks it. */
export function generatorOf(model: LocalModel, context: ModelContext): Promise<Generator> {
  const name = JSON.stringify(model);
  const generator = loaded.get(name) ?? loadGenerator(model, context);
  loaded.set(name, generator);
  return generator;
}
