import { expect, it } from 'vitest';
import { canonicalJson } from '../../engine/json.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatMessage, ChatModel, ChatReply } from '../../models/chat-model.ts';
import { countingCall } from '../support/counting-call.ts';

/** A model that replies as told, and what it was asked. */
export interface ChatModelUnderTest {
  readonly model: ChatModel;
  readonly asked: () => readonly {
    readonly messages: readonly ChatMessage[];
    readonly maxTokens: number | null;
  }[];
}

const messages: readonly ChatMessage[] = [
  { role: 'system', content: 'You are brief.' },
  { role: 'user', content: ' "Ünïcode" 🐝 \u200B\n\n{{slot}} $& `x` \\n ' },
];
const limits = { maxTokens: 20 };

/** In what providers differ. */
export interface ProviderTraits {
  /** What is sent where no longest reply is set, by an API that wants one. */
  readonly unlimited?: number;
  /** Whether it tells which tokens it had kept. */
  readonly countsCached?: boolean;
  /** Whether it may hold a reply back. */
  readonly filters?: boolean;
}

/** What every chat model promises; `create` makes one that gives a reply, or never does where there is none. */
export function chatModelContract(
  create: (reply?: ChatReply) => Promise<ChatModelUnderTest>,
  { unlimited, countsCached = true, filters = true }: ProviderTraits = {},
): void {
  const whole: ChatReply = { text: ' Bees, "honey"\n🐝 ', finishReason: 'stop' };

  it('has an identity that is plain data and the same for each instance', async () => {
    const [one, other] = [await create(whole), await create(whole)];
    expect(JSON.parse(canonicalJson(one.model.identity))).toEqual(one.model.identity);
    expect(other.model.identity).toEqual(one.model.identity);
  });

  it('says what the model says, character by character', async () => {
    const { model } = await create(whole);
    expect(await model.complete(messages, limits, quietCall)).toMatchObject(whole);
  });

  it('asks once, with the messages as they are and the limit as it is', async () => {
    const { model, asked } = await create(whole);
    await model.complete(messages, limits, quietCall);
    await model.complete(messages.slice(1), { maxTokens: 7 }, quietCall);
    await model.complete(messages.slice(1), { maxTokens: null }, quietCall);
    expect(asked()).toEqual([
      { messages, maxTokens: 20 },
      { messages: messages.slice(1), maxTokens: 7 },
      { messages: messages.slice(1), maxTokens: unlimited ?? null },
    ]);
  });

  it('counts calls and tokens', async () => {
    const usage = { input: 30, cachedInput: countsCached ? 10 : 0, output: 4 };
    const { model } = await create({ ...whole, usage });
    const call = countingCall();
    const replies = await Promise.all([1, 2].map(() => model.complete(messages, limits, call)));
    expect(replies.map((reply) => reply.usage)).toEqual([usage, usage]);
    expect(call.counted).toEqual({
      modelCalls: 2,
      inputTokens: 60,
      cachedInputTokens: countsCached ? 20 : 0,
      outputTokens: 8,
      unpricedCalls: 2,
    });
  });

  it('counts no tokens that nobody counted', async () => {
    const { model } = await create(whole);
    const call = countingCall();
    expect(await model.complete(messages, limits, call)).not.toHaveProperty('usage');
    expect(call.counted).toEqual({ modelCalls: 1, unpricedCalls: 1 });
  });

  it.each(filters ? (['length', 'filtered'] as const) : (['length'] as const))(
    'passes no reply off as whole that is not: %s',
    async (finishReason) => {
      const { model } = await create({ text: 'Bees and', finishReason });
      const outcome: unknown = await model
        .complete(messages, limits, quietCall)
        .then((reply) => reply.finishReason)
        .catch((error: unknown) => (error instanceof ItemFailure ? finishReason : error));
      expect(outcome).toBe(finishReason);
    },
  );

  it('stops when it is told to, before and while it is asked', async () => {
    const reason = new Error('enough');
    const { model, asked } = await create();
    const late = countingCall(AbortSignal.abort(reason));
    await expect(model.complete(messages, limits, late)).rejects.toBe(reason);
    expect(asked()).toEqual([]);

    const stop = new AbortController();
    const pending = model.complete(messages, limits, countingCall(stop.signal));
    await expect.poll(asked).toHaveLength(1);
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
}
