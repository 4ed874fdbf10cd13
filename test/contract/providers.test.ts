import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatMessage, ChatModel, ChatReply } from '../../models/chat-model.ts';
import { createChat, providerOf } from '../../models/chats.ts';
import type { Surroundings } from '../../models/model-context.ts';
import { countingCall } from '../support/counting-call.ts';
import { dialects, type Dialect } from '../support/dialects.ts';
import { modelsForTests } from '../support/models.ts';
import { speakOpenAi, type Replying } from '../support/openai-server.ts';
import { chatModelContract } from './chat-model.contract.ts';

const hello: readonly ChatMessage[] = [{ role: 'user', content: 'Hello?' }];
const limits = { maxTokens: 20 };
const key = 'planted-key-0123456789';
const whole: ChatReply = {
  text: 'Hello.',
  finishReason: 'stop',
  usage: { input: 9, cachedInput: 0, output: 2 },
};

/** A model of the provider at a server that replies as told, which speaks at the root. */
async function chatWith(dialect: Dialect, reply: Replying, given: Partial<Surroundings> = {}) {
  const { baseUrl, seen } = await speakOpenAi(reply);
  const address = dialect.provider === 'openai' ? baseUrl : baseUrl.replace(/\/v1$/, '');
  return { model: chatAt(dialect, address, given), seen };
}

function chatAt(
  { provider, key: its }: Dialect,
  baseUrl: string,
  given: Partial<Surroundings> = {},
): ChatModel {
  const env = its === undefined ? {} : { [its.variable]: key };
  const settings = { baseUrl, tag: '', temperature: 0, maxTokens: null };
  const model = createChat(`${provider}:any`, settings, modelsForTests({ env, ...given }));
  if (model === undefined) throw new Error(`no provider ${provider}`);
  return model;
}

async function failureOf(model: ChatModel): Promise<ExpectedError | ItemFailure> {
  const error: unknown = await model.complete(hello, limits, quietCall).catch((thrown: unknown) => thrown);
  if (error instanceof ExpectedError || error instanceof ItemFailure) return error;
  throw error instanceof Error ? error : new Error('a reply where a failure was due');
}

describe.each(dialects.map((dialect) => [dialect.provider, dialect] as const))('%s', (_, dialect) => {
  chatModelContract(async (reply) => {
    const { model, seen } = await chatWith(dialect, () => reply && dialect.reply(reply));
    return { model, asked: () => seen.map(dialect.asked) };
  }, dialect.traits);

  it('asks at the path of the API, with the key in its header alone', async () => {
    const { model, seen } = await chatWith(dialect, () => dialect.reply(whole));
    await model.complete(hello, limits, quietCall);
    expect(seen[0]?.path).toMatch(dialect.path);
    expect(seen[0]?.path).not.toContain(key);
    if (dialect.key !== undefined) expect(seen[0]?.headers[dialect.key.header]).toContain(key);
  });

  it('tries again what is passing, once each time and after the wait that the server asks for', async () => {
    for (const [status, kind] of [
      [429, 'rate_limit_error'],
      [503, 'UNAVAILABLE'],
      [529, 'overloaded_error'],
      [500, 'internal'],
    ] as const) {
      const { model, seen } = await chatWith(dialect, () =>
        seen.length === 1
          ? { ...dialect.refusal(status, 'too busy', kind), headers: { 'retry-after': '7' } }
          : dialect.reply(whole),
      );
      const call = countingCall();
      expect(await model.complete(hello, limits, call)).toMatchObject({ text: 'Hello.' });
      expect(seen).toHaveLength(2);
      expect(call.told).toEqual([expect.stringMatching(/too busy.*waits 7\.0 s/)]);
    }
  });

  it('tries again what broke off or is empty, and never takes it for a reply', async () => {
    const faults = [
      { ...dialect.reply(whole), breakOffAt: 30 },
      { ...dialect.reply({ ...whole, text: '' }) },
      { ...dialect.reply(whole), body: '' },
    ];
    const { model, seen } = await chatWith(dialect, () => faults[seen.length - 1] ?? dialect.reply(whole));
    expect(await model.complete(hello, limits, quietCall)).toMatchObject({ text: 'Hello.' });
    expect(seen).toHaveLength(4);
  });

  it.each([
    [401, 'invalid key', 'authentication_error', 'bad-key'],
    [403, 'permission denied', 'permission_error', 'bad-key'],
    [402, 'no credit', 'billing_error', 'no-credit'],
    [404, 'model "any" not found, try pulling it first', 'not_found_error', 'unknown-model'],
  ])('ends the run at once on %i', async (status, message, kind, code) => {
    const { model, seen } = await chatWith(dialect, () => dialect.refusal(status, message, kind));
    expect(await failureOf(model)).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(seen).toHaveLength(1);
  });

  it('ends the run on a page for people, and says where requests go', async () => {
    const { model, seen } = await chatWith(dialect, () => ({ body: '<html><title>Welcome</title></html>' }));
    expect(await failureOf(model)).toMatchObject({
      code: 'wrong-address',
      remedy: expect.stringContaining('below it'),
    });
    expect(seen).toHaveLength(1);
  });

  it('fails one call on a prompt that is too long, a filter and a reply that was cut', async () => {
    const replies = [
      dialect.refusal(400, 'prompt is too long: 210000 tokens > 200000 maximum', 'invalid_request_error'),
      ...(dialect.provider === 'ollama' ? [] : [dialect.reply({ ...whole, finishReason: 'filtered' })]),
      dialect.reply({ ...whole, finishReason: 'length' }),
    ];
    for (const reply of replies) {
      const { model, seen } = await chatWith(dialect, () => reply);
      expect(await failureOf(model)).toBeInstanceOf(ItemFailure);
      expect(seen).toHaveLength(1);
    }
  });

  it('counts what was paid for, also where it is of no use', async () => {
    const { model } = await chatWith(dialect, () => dialect.reply({ ...whole, finishReason: 'length' }));
    const call = countingCall();
    await expect(model.complete(hello, limits, call)).rejects.toBeInstanceOf(ItemFailure);
    expect(call.counted).toMatchObject({ modelCalls: 1, inputTokens: 9, outputTokens: 2 });
  });

  it('shows no key, though the server echoes it', async () => {
    if (dialect.key === undefined) return;
    const { model } = await chatWith(dialect, () => dialect.refusal(400, `bad request by ${key}`, 'invalid'));
    const failure = await failureOf(model);
    expect(JSON.stringify([failure.message, String(failure)])).not.toContain(key);
    expect(failure.message).toContain('[hidden]');
  });

  it('goes through the proxy of the environment, whose password nobody is shown', async () => {
    const { baseUrl, seen } = await speakOpenAi(() =>
      seen.length === 1 ? dialect.reply(whole) : { status: 407, body: 'not you: planted-password' },
    );
    const proxy = baseUrl.replace('http://', 'http://user:planted-password@').replace(/\/v1$/, '');
    const env = { HTTP_PROXY: proxy, ...(dialect.key === undefined ? {} : { [dialect.key.variable]: key }) };
    const model = chatAt(dialect, `http://models.example${dialect.provider === 'openai' ? '/v1' : ''}`, {
      env,
    });
    expect(await model.complete(hello, limits, quietCall)).toMatchObject({ text: 'Hello.' });
    expect(seen[0]?.path).toMatch(/^http:\/\/models\.example\//);
    const failure = await failureOf(model);
    expect(failure).toMatchObject({ code: 'proxy-refused' });
    expect(JSON.stringify([failure.message, String(failure)])).not.toContain('planted-password');
  });

  it('is not ready without a key, unless the server is on this machine', () => {
    const far = chatAt(dialect, 'https://models.example', { env: {} });
    const near = chatAt(dialect, 'http://127.0.0.1:9', { env: {} });
    if (dialect.key === undefined) expect(() => far.assertReady?.()).not.toThrow();
    else
      expect(() => far.assertReady?.()).toThrow(
        expect.objectContaining({ code: 'missing-key', where: dialect.key.variable }),
      );
    expect(() => near.assertReady?.()).not.toThrow();
  });

  it('forecasts calls and tokens without asking anybody', async () => {
    const { model, seen } = await chatWith(dialect, () => dialect.reply(whole));
    const { expected: notes } = await model.forecast(
      [{ role: 'user', content: 'Bees and honey. '.repeat(100) }],
      { usual: 30, longest: 100 },
    );
    expect(notes).toMatchObject({ modelCalls: 1, outputTokens: 30 });
    expect(notes?.inputTokens).toBeGreaterThan(300);
    expect(seen).toHaveLength(0);
  });
});

describe('the providers', () => {
  it('are named before the colon', () => {
    expect(providerOf('anthropic:claude')?.library).toBe('@langchain/anthropic');
    expect(providerOf('ollama:llama3:70b')?.name).toBe('ollama');
    expect(providerOf('extractive')).toBeUndefined();
  });
});

describe('what many prompts begin with', () => {
  const start = 'A long conversation. '.repeat(400);
  const asking = (question: string): readonly ChatMessage[] => [
    { role: 'user', content: start + question, shared: start.length },
  ];

  it('is marked for Anthropic to keep, read by one call before the others, and costs what it says', async () => {
    const dialect = dialects.find(({ provider }) => provider === 'anthropic');
    if (dialect === undefined) throw new Error('no dialect');
    let out = 0;
    let most = 0;
    const { model, seen } = await chatWith(dialect, async () => {
      out += 1;
      if (seen.length === 1) most = 0;
      await new Promise((resolve) => setTimeout(resolve, 30));
      most = seen.length === 1 ? Math.max(most, out) : most;
      out -= 1;
      return dialect.reply({ ...whole, usage: { input: 2000, cachedInput: 0, cacheWrite: 1900, output: 2 } });
    });
    const call = countingCall();
    const calls = ['One?', 'Two?', 'Three?'].map((question) =>
      model.complete(asking(question), limits, call),
    );
    const [first] = await Promise.all(calls);
    expect(first?.usage).toMatchObject({ input: 2000, cacheWrite: 1900 });
    expect(most).toBe(1);
    expect(call.counted).toMatchObject({ inputTokens: 6000, cacheWriteTokens: 5700 });
    expect(seen).toHaveLength(3);
    expect(seen[0]?.body).toMatchObject({
      messages: [
        {
          content: [
            { text: start, cache_control: { type: 'ephemeral' } },
            { text: expect.stringMatching(/^(One|Two|Three)\?$/) },
          ],
        },
      ],
    });
  });
});
