import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatMessage } from '../../models/chat-model.ts';
import { createChat } from '../../models/chats.ts';
import { countingCall } from '../support/counting-call.ts';
import { dialects, type Dialect } from '../support/dialects.ts';
import { modelsForTests } from '../support/models.ts';
import { speakOpenAi, type Replying, type Scripted } from '../support/openai-server.ts';

const limits = { maxTokens: 20 };
const whole = {
  text: 'Hello.',
  finishReason: 'stop',
  usage: { input: 9, cachedInput: 0, output: 2 },
} as const;

function dialectOf(provider: string): Dialect {
  const found = dialects.find((dialect) => dialect.provider === provider);
  if (found === undefined) throw new Error(`no dialect of ${provider}`);
  return found;
}

/** Asks a model, such as `ollama:any`, at a server that replies as told. */
async function asking(name: string, reply: Replying, temperature: number | null = 0) {
  const { baseUrl, seen } = await speakOpenAi(reply);
  const address = name.startsWith('openai') ? baseUrl : baseUrl.replace(/\/v1$/, '');
  const settings = { baseUrl: address, tag: '', temperature, maxTokens: null };
  const model = createChat(name, settings, modelsForTests());
  if (model === undefined) throw new Error(`no model ${name}`);
  const say = (content: string, call = countingCall(), maxTokens: number | null = 20) => {
    const messages: readonly ChatMessage[] = [{ role: 'user', content }];
    return model.complete(messages, { maxTokens }, call);
  };
  return { model, seen, say };
}

/** What becomes of a call that gets this reply each time, and how often it was tried. */
async function endOf(name: string, reply: Scripted, temperature: number | null = 0) {
  const { model, seen } = await asking(name, () => reply, temperature);
  const error: unknown = await model
    .complete([{ role: 'user', content: 'Hello?' }], limits, quietCall)
    .catch((thrown: unknown) => thrown);
  const ends = error instanceof ItemFailure ? 'item' : error instanceof ExpectedError ? error.code : 'bug';
  const { message = '', remedy = '' } = error instanceof Error ? (error as Partial<ExpectedError>) : {};
  return { ends, message, remedy, tries: seen.length };
}

/** A reply of Ollama, a line for each piece. */
function lines(...pieces: readonly object[]): Scripted {
  const body = pieces.map((piece) => `${JSON.stringify(piece)}\n`).join('');
  return { headers: { 'content-type': 'application/x-ndjson' }, body };
}

const google = (code: number, status: string, message: string, details: readonly object[] = []) => ({
  status: code,
  body: { error: { code, status, message, details } },
});
const claude = (status: number, type: string, message: string) => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_1' },
});

describe('what the servers of providers say', () => {
  it.each<[what: string, name: string, reply: Scripted, ends: string, tries: number]>([
    [
      'Anthropic: spent credit, sent as a bad request',
      'anthropic:any',
      claude(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      'no-credit',
      1,
    ],
    [
      'Anthropic: bad key',
      'anthropic:any',
      claude(401, 'authentication_error', 'invalid x-api-key'),
      'bad-key',
      1,
    ],
    [
      'Anthropic: no such model',
      'anthropic:any',
      claude(404, 'not_found_error', 'model: any'),
      'unknown-model',
      1,
    ],
    [
      'Anthropic: too large a request',
      'anthropic:any',
      claude(413, 'request_too_large', 'Request exceeds the maximum size'),
      'item',
      1,
    ],
    [
      'Anthropic: overloaded, inside a success',
      'anthropic:any',
      { ...claude(529, 'overloaded_error', 'Overloaded'), status: 200 },
      'item',
      6,
    ],
    [
      'Anthropic: not one block of text',
      'anthropic:any',
      { body: { type: 'message', content: [], stop_reason: 'end_turn', usage: {} } },
      'item',
      6,
    ],
    [
      'Gemini: bad key, sent as a bad request',
      'google-genai:any',
      google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
      'bad-key',
      1,
    ],
    [
      'Gemini: no such model',
      'google-genai:any',
      google(404, 'NOT_FOUND', 'models/any is not found for API version v1beta'),
      'unknown-model',
      1,
    ],
    [
      'Gemini: not for where one is',
      'google-genai:any',
      google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
      'bad-key',
      1,
    ],
    [
      'Gemini: too long',
      'google-genai:any',
      google(
        400,
        'INVALID_ARGUMENT',
        'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      ),
      'item',
      1,
    ],
    [
      'Gemini: a prompt that is blocked',
      'google-genai:any',
      {
        body: {
          promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
          usageMetadata: { promptTokenCount: 9 },
        },
      },
      'item',
      1,
    ],
    [
      'Gemini: an answer that recites',
      'google-genai:any',
      { body: { candidates: [{ finishReason: 'RECITATION', index: 0 }] } },
      'item',
      1,
    ],
    [
      'Gemini: an error inside a success',
      'google-genai:any',
      { ...google(503, 'UNAVAILABLE', 'The model is overloaded.'), status: 200 },
      'item',
      6,
    ],
    [
      'Ollama: a model that is not there',
      'ollama:any',
      { status: 404, body: { error: "model 'any' not found" } },
      'unknown-model',
      1,
    ],
    [
      'Ollama: a runner that stops in the middle of a stream',
      'ollama:any',
      lines(
        { message: { role: 'assistant', content: 'Hel' }, done: false },
        { error: 'an error was encountered while running the model' },
      ),
      'item',
      6,
    ],
    [
      'Ollama: a stream without its last line',
      'ollama:any',
      lines({ message: { role: 'assistant', content: 'Hel' }, done: false }),
      'item',
      6,
    ],
    [
      'OpenAI: a Responses reply that was cut',
      'openai:gpt-5.5-pro',
      responses('incomplete', 'Hel', { incomplete_details: { reason: 'max_output_tokens' } }),
      'item',
      1,
    ],
    ['OpenAI: an empty Responses reply', 'openai:gpt-5.5-pro', responses('completed', ''), 'item', 6],
  ])('%s', async (_what, name, reply, ends, tries) => {
    const end = await endOf(name, reply, name.endsWith('-pro') ? null : 0);
    expect(end).toMatchObject({ ends, tries });
  });

  it('a model that Ollama has not fetched is to be fetched', async () => {
    const end = await endOf('ollama:any:7b', { status: 404, body: { error: "model 'any:7b' not found" } });
    expect(end.remedy).toContain('ollama pull any:7b');
  });

  it("waits as long as Google's RetryInfo asks", async () => {
    const busy = google(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted.', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' },
    ]);
    const { seen, say } = await asking('google-genai:any', () =>
      seen.length === 1 ? busy : dialectOf('google-genai').reply(whole),
    );
    const call = countingCall();
    expect(await say('Hello?', call)).toMatchObject({ text: 'Hello.' });
    expect(call.told).toEqual([expect.stringMatching(/exhausted.*waits 34\.5 s/)]);
  });
});

describe('what is paid for', () => {
  it('counts the hidden reasoning of Gemini as output', async () => {
    const { say } = await asking('google-genai:any', () => ({
      body: {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: 9,
          candidatesTokenCount: 2,
          thoughtsTokenCount: 40,
          totalTokenCount: 51,
        },
      },
    }));
    const call = countingCall();
    expect(await say('Hello?', call)).toMatchObject({ usage: { input: 9, output: 42 } });
    expect(call.counted).toMatchObject({ inputTokens: 9, outputTokens: 42 });
  });

  it('counts what a Responses reply says', async () => {
    const usage = { input_tokens: 30, input_tokens_details: { cached_tokens: 10 }, output_tokens: 4 };
    const { say } = await asking(
      'openai:gpt-5.5-pro',
      () => responses('completed', 'Hello.', { usage }),
      null,
    );
    expect(await say('Hello?')).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      usage: { input: 30, cachedInput: 10, output: 4 },
    });
  });
});

describe('settings', () => {
  it('that a model is known to refuse end the run, with the flag that leaves them out', async () => {
    const { ends, message, remedy, tries } = await endOf('anthropic:claude-opus-5', { body: {} });
    expect({ ends, tries }).toEqual({ ends: 'unsupported-parameter', tries: 0 });
    expect(message).toContain('temperature');
    expect(remedy).toContain('--temperature none');
  });

  it('are left out where that is set', async () => {
    const { seen, say } = await asking(
      'anthropic:claude-opus-5',
      () => dialectOf('anthropic').reply(whole),
      null,
    );
    expect(await say('Hello?')).toMatchObject({ text: 'Hello.' });
    expect(seen[0]?.body).not.toHaveProperty('temperature');
  });

  it('give Ollama a context that the prompt and the longest reply fit in, which only grows', async () => {
    const { seen, say } = await asking('ollama:any', () => dialectOf('ollama').reply(whole));
    for (const characters of [30, 30_000, 30]) await say('bees '.repeat(characters / 5), countingCall(), 500);
    expect(seen.map(({ body }) => body['options'])).toMatchObject([
      { num_ctx: 4096 },
      { num_ctx: 12_288 },
      { num_ctx: 12_288 },
    ]);
  });

  it('send no size of the context to those that need none', async () => {
    for (const provider of ['openai', 'anthropic', 'google-genai']) {
      const { seen, say } = await asking(`${provider}:any`, () => dialectOf(provider).reply(whole));
      await say('Hello?');
      expect(JSON.stringify(seen[0]?.body)).not.toMatch(/num_?ctx|context_?tokens/i);
    }
  });
});

/** A reply of OpenAI's Responses API. */
function responses(status: string, text: string, further: object = {}): Scripted {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { id: 'm', type: 'message', role: 'assistant', status, content };
  const head = { id: 'r', object: 'response', created_at: 0, model: 'gpt-5.5-pro', error: null };
  return { body: { ...head, status, output: [message], ...further } };
}
