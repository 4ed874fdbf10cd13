import type { ChatMessage, ChatReply } from '../../models/chat-model.ts';
import type { Usage } from '../../models/remote/usage.ts';
import type { ProviderTraits } from '../contract/chat-model.contract.ts';
import { completion, type Scripted, type SeenRequest } from './openai-server.ts';

/** How the server of a provider speaks: its wire format, both ways. */
export interface Dialect {
  /** The provider, as LangChain names it. */
  readonly provider: string;
  /** The path that a chat is asked at. */
  readonly path: RegExp;
  /** The variable and the header of its key. */
  readonly key?: { readonly variable: string; readonly header: string };
  /** In what it differs from others. */
  readonly traits?: ProviderTraits;
  /** A reply as its server sends it. */
  reply(reply: ChatReply): Scripted;
  /** What a request asks for. */
  asked(request: SeenRequest): {
    readonly messages: readonly ChatMessage[];
    readonly maxTokens: number | null;
  };
  /** A refusal in its shape. */
  refusal(status: number, message: string, kind: string): Scripted;
}

type Body = SeenRequest['body'];
type Wire = { readonly [field: string]: unknown };

const openai: Dialect = {
  provider: 'openai',
  path: /^\/v1\/chat\/completions$/,
  key: { variable: 'OPENAI_API_KEY', header: 'authorization' },
  reply({ text, finishReason, usage }) {
    const finish = { stop: 'stop', length: 'length', filtered: 'content_filter', other: 'other' }[
      finishReason
    ];
    return completion(text, { finish, ...(usage && { usage: openAiUsage(usage) }) });
  },
  asked: ({ body }) => ({
    messages: wires(body, 'messages').map(plainMessage),
    maxTokens: numberAt(body, 'max_tokens'),
  }),
  refusal: (status, message, code) => ({ status, body: { error: { message, code, type: code } } }),
};

function openAiUsage({ input, cachedInput, output }: Usage): Wire {
  return {
    prompt_tokens: input,
    prompt_tokens_details: { cached_tokens: cachedInput },
    completion_tokens: output,
  };
}

const anthropic: Dialect = {
  provider: 'anthropic',
  // The API wants a limit; this is LangChain's.
  traits: { unlimited: 4096 },
  path: /^\/v1\/messages$/,
  key: { variable: 'ANTHROPIC_API_KEY', header: 'x-api-key' },
  reply({ text, finishReason, usage }) {
    const stop = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal', other: 'other' }[
      finishReason
    ];
    const counted = usage && {
      input_tokens: usage.input - usage.cachedInput - (usage.cacheWrite ?? 0),
      cache_read_input_tokens: usage.cachedInput,
      cache_creation_input_tokens: usage.cacheWrite ?? 0,
      output_tokens: usage.output,
    };
    const content = [{ type: 'text', text }];
    const head = { id: 'm', type: 'message', role: 'assistant', model: 'any', stop_sequence: null };
    return { body: { ...head, content, stop_reason: stop, ...(counted && { usage: counted }) } };
  },
  asked: ({ body }) => ({
    messages: [
      ...(body['system'] === undefined ? [] : [{ role: 'system' as const, content: textIn(body['system']) }]),
      ...wires(body, 'messages').map(plainMessage),
    ],
    maxTokens: numberAt(body, 'max_tokens'),
  }),
  refusal: (status, message, type) => ({ status, body: { type: 'error', error: { type, message } } }),
};

const googleGenai: Dialect = {
  provider: 'google-genai',
  path: /^\/v1beta\/models\/any:generateContent$/,
  key: { variable: 'GOOGLE_API_KEY', header: 'x-goog-api-key' },
  reply({ text, finishReason, usage }) {
    const finish = { stop: 'STOP', length: 'MAX_TOKENS', filtered: 'SAFETY', other: 'OTHER' }[finishReason];
    const counted = usage && {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cachedInput,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    };
    const candidate = { index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: finish };
    return { body: { candidates: [candidate], ...(counted && { usageMetadata: counted }) } };
  },
  asked({ body }) {
    const settings = body['generationConfig'];
    const system = body['systemInstruction'];
    return {
      messages: [
        ...(isWire(system) ? [{ role: 'system' as const, content: textIn(system['parts']) }] : []),
        ...wires(body, 'contents').map(({ role, parts }) => ({
          role: role === 'model' ? ('assistant' as const) : ('user' as const),
          content: textIn(parts),
        })),
      ],
      maxTokens: isWire(settings) ? numberAt(settings, 'maxOutputTokens') : null,
    };
  },
  refusal: (status, message, kind) => ({ status, body: { error: { code: status, message, status: kind } } }),
};

/** The client asks for a stream: each word comes in a line of its own. */
const ollama: Dialect = {
  provider: 'ollama',
  traits: { countsCached: false, filters: false },
  path: /^\/api\/chat$/,
  reply({ text, finishReason, usage }) {
    const reason = { stop: 'stop', length: 'length', filtered: 'filtered', other: 'other' }[finishReason];
    const head = { model: 'any', created_at: '2026-01-01T00:00:00Z' };
    const pieces = text
      .split(/(?<= )/)
      .map((content) => ({ ...head, message: { role: 'assistant', content } }));
    const counted = usage && { prompt_eval_count: usage.input, eval_count: usage.output };
    const last = {
      ...head,
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: reason,
      ...counted,
    };
    const lines = [...pieces.map((piece) => ({ ...piece, done: false })), last];
    return {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    };
  },
  asked({ body }) {
    const options = body['options'];
    return {
      messages: wires(body, 'messages').map(plainMessage),
      maxTokens: isWire(options) ? numberAt(options, 'num_predict') : null,
    };
  },
  refusal: (status, message) => ({ status, body: { error: message } }),
};

/** Every provider's. */
export const dialects: readonly Dialect[] = [openai, anthropic, googleGenai, ollama];

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null;
}

function wires(body: Body, list: string): readonly Wire[] {
  const found = body[list];
  return Array.isArray(found) ? found.filter(isWire) : [];
}

function plainMessage({ role, content }: Wire): ChatMessage {
  const known = (['system', 'user', 'assistant'] as const).find((each) => each === role) ?? 'user';
  return { role: known, content: textIn(content) };
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content)
    ? content.map((part) => (isWire(part) ? String(part['text'] ?? '') : '')).join('')
    : '';
}

function numberAt(body: Wire, name: string): number | null {
  const value = body[name];
  return typeof value === 'number' ? value : null;
}
