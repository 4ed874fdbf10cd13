import type { FinishReason } from '../chat-model.ts';
import type { Provider, TextBlock } from './provider.ts';

const finishReasons: { readonly [reason: string]: FinishReason } = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filtered',
};

/** Below so many characters Anthropic keeps no prompt (1,024 tokens), so none is asked to be kept. */
const shortestKept = 4096;

/** Anthropic's Messages API. */
export const anthropic: Provider = {
  name: 'anthropic',
  about: 'A chat model of Anthropic.',
  library: '@langchain/anthropic',
  address: 'https://api.anthropic.com',
  addressVariables: ['ANTHROPIC_BASE_URL'],
  addressExample: 'http://127.0.0.1:8080',
  pathOfClient: /\/v1$/,
  keyVariables: ['ANTHROPIC_API_KEY'],
  clientFields: ({ key, baseUrl, temperature, maxTokens, fetch }) => ({
    apiKey: key,
    anthropicApiUrl: baseUrl,
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxTokens }),
    clientOptions: { fetch, logLevel: 'off' },
  }),
  contentOf({ content, shared = 0 }) {
    if (shared < shortestKept) return content;
    const kept: TextBlock = {
      type: 'text',
      text: content.slice(0, shared),
      cache_control: { type: 'ephemeral' },
    };
    return shared === content.length ? [kept] : [kept, { type: 'text', text: content.slice(shared) }];
  },
  replyOptions: (schema) => ({ outputConfig: { format: { type: 'json_schema', schema } } }),
  firstAlone: true,
  finishReasonOf: ({ stop_reason: reason }) => finishReasons[String(reason)] ?? 'other',
  remedies: {
    'wrong-address': () =>
      'Check the base URL: it is the address of the server alone, and requests go to /v1/messages below it.',
  },
};
