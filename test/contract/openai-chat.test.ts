import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatMessage, ChatModel } from '../../models/chat-model.ts';
import { createLangChainChat, type LangChainChatSettings } from '../../models/providers/langchain-chat.ts';
import { openai } from '../../models/providers/openai.ts';
import { serverOf } from '../../models/providers/server.ts';
import type { Surroundings } from '../../models/model-context.ts';
import { countingCall } from '../support/counting-call.ts';
import { modelsForTests } from '../support/models.ts';
import { completion, speakOpenAi, type SeenRequest } from '../support/openai-server.ts';
import { chatModelContract } from './chat-model.contract.ts';

const hello: readonly ChatMessage[] = [{ role: 'user', content: 'Hello?' }];
const limits = { maxTokens: 20 };

function chatAt(
  baseUrl: string,
  settings: Partial<LangChainChatSettings> = {},
  surroundings: Partial<Surroundings> = {},
): ChatModel {
  const context = modelsForTests({ env: { OPENAI_API_KEY: 'sk-test-0123456789' }, ...surroundings });
  const server = serverOf(openai, context, { address: baseUrl, where: '--base-url' });
  return createLangChainChat(
    { provider: openai, model: 'any', temperature: 0, tag: '', server, ...settings },
    context,
  );
}

function askedOf({ body }: SeenRequest) {
  return {
    messages: body['messages'] as readonly ChatMessage[],
    maxTokens: (body['max_tokens'] ?? null) as number | null,
  };
}

describe("a chat model behind OpenAI's API", () => {
  chatModelContract(async (reply) => {
    const finish = reply?.finishReason === 'filtered' ? 'content_filter' : reply?.finishReason;
    const usage = reply?.usage && {
      prompt_tokens: reply.usage.input,
      prompt_tokens_details: { cached_tokens: reply.usage.cachedInput },
      completion_tokens: reply.usage.output,
    };
    const { baseUrl, seen } = await speakOpenAi(
      () => reply && completion(reply.text, { ...(finish && { finish }), ...(usage && { usage }) }),
    );
    return { model: chatAt(baseUrl), asked: () => seen.map(askedOf) };
  });

  it('sends the model, the temperature and the key, to the path of the API', async () => {
    const { baseUrl, seen } = await speakOpenAi(() => completion('Hello.'));
    await chatAt(baseUrl).complete(hello, limits, quietCall);
    expect(seen).toMatchObject([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer sk-test-0123456789',
        body: { model: 'any', temperature: 0, max_tokens: 20 },
      },
    ]);
  });

  it('leaves temperature and length to the model where nothing is set', async () => {
    const { baseUrl, seen } = await speakOpenAi(() => completion('Hello.'));
    await chatAt(baseUrl, { temperature: null }).complete(hello, { maxTokens: null }, quietCall);
    expect(Object.keys(seen[0]?.body ?? {}).toSorted()).toEqual(['messages', 'model', 'stream']);
  });

  it('names provider, model, temperature and tag, and neither the address nor the key', () => {
    const identity = { provider: 'openai', model: 'any', temperature: 0 };
    expect(chatAt('http://127.0.0.1:9/v1').identity).toEqual(identity);
    expect(chatAt('http://127.0.0.1:8/v1', { tag: 'q4' }).identity).toEqual({ ...identity, tag: 'q4' });
  });

  it('counts dollars where the price is known', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 10 };
    const { baseUrl } = await speakOpenAi(() => completion('Hello.', { usage }));
    const call = countingCall();
    const model = chatAt(
      baseUrl,
      {},
      {
        costOf: (name, { input, output }) => (name === 'openai:any' ? (input + 2 * output) / 1e6 : undefined),
      },
    );
    await model.complete(hello, limits, call);
    expect(call.counted).toMatchObject({ costUsd: 0.00102 });
  });

  it('counts replies that are of no use, since they are paid for', async () => {
    const usage = { prompt_tokens: 30, completion_tokens: 20 };
    const { baseUrl } = await speakOpenAi(() => completion('Bees and', { finish: 'length', usage }));
    const call = countingCall();
    await expect(chatAt(baseUrl).complete(hello, limits, call)).rejects.toBeInstanceOf(ItemFailure);
    expect(call.counted).toMatchObject({ modelCalls: 1, inputTokens: 30, outputTokens: 20 });
  });

  it('tries again what is passing, and tells that it waits', async () => {
    const { baseUrl, seen } = await speakOpenAi(() =>
      seen.length === 1 ? { status: 503, body: { error: { message: 'busy' } } } : completion('Hello.'),
    );
    const call = countingCall();
    expect(await chatAt(baseUrl).complete(hello, limits, call)).toMatchObject({ text: 'Hello.' });
    expect(seen).toHaveLength(2);
    expect(call.counted).toMatchObject({ modelCalls: 1 });
    expect(call.told).toEqual([expect.stringContaining('busy')]);
  });

  it.each([
    [
      "Unsupported value: 'temperature' does not support 0 with this model.",
      'unsupported_value',
      '--temperature none',
    ],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
      'unsupported_parameter',
      '--max-tokens none',
    ],
  ])('says what to do when the model refuses a setting: %s', async (message, code, remedy) => {
    const { baseUrl, seen } = await speakOpenAi(() => ({ status: 400, body: { error: { message, code } } }));
    const failure: unknown = await chatAt(baseUrl)
      .complete(hello, limits, quietCall)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ExpectedError);
    expect(failure).toMatchObject({
      code: 'unsupported-parameter',
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
    expect(seen).toHaveLength(1);
  });

  it('fails one call on a prompt that is too long, and all on a key that is refused', async () => {
    const { baseUrl } = await speakOpenAi(({ authorization }) =>
      authorization === 'Bearer sk-test-0123456789'
        ? { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } }
        : { status: 401, body: { error: { message: 'Incorrect API key', code: 'invalid_api_key' } } },
    );
    await expect(chatAt(baseUrl).complete(hello, limits, quietCall)).rejects.toBeInstanceOf(ItemFailure);
    const badKey = chatAt(baseUrl, {}, { env: { OPENAI_API_KEY: 'sk-wrong-0123456789' } });
    await expect(badKey.complete(hello, limits, quietCall)).rejects.toMatchObject({ code: 'bad-key' });
  });

  it('is not ready without a key, unless the server is on this machine', () => {
    expect(() => chatAt('https://models.example/v1', {}, { env: {} }).assertReady?.()).toThrow(
      expect.objectContaining({ code: 'missing-key', where: 'OPENAI_API_KEY' }),
    );
    expect(() => chatAt('http://localhost:9/v1', {}, { env: {} }).assertReady?.()).not.toThrow();
  });

  it('leaves no listener on a signal that outlives the call', async () => {
    const { baseUrl } = await speakOpenAi(() => completion('Hello.'));
    const { signal } = new AbortController();
    const model = chatAt(baseUrl);
    let listening = 0;
    const [listen, unlisten] = [
      signal.addEventListener.bind(signal),
      signal.removeEventListener.bind(signal),
    ];
    signal.addEventListener = (...given: Parameters<typeof listen>) =>
      void (listen(...given), (listening += 1));
    signal.removeEventListener = (...given: Parameters<typeof unlisten>) =>
      void (unlisten(...given), (listening -= 1));
    for (let call = 0; call < 5; call += 1) await model.complete(hello, limits, countingCall(signal));
    expect(listening).toBe(0);
  });
});
