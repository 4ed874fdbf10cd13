import type { FinishReason } from '../chat-model.ts';
import type { Provider } from './provider.ts';

const finishReasons: { readonly [reason: string]: FinishReason } = { stop: 'stop', length: 'length' };

/** Models that Ollama serves, mostly on this machine. */
export const ollama: Provider = {
  name: 'ollama',
  about: 'An open model that Ollama serves, mostly on this machine; no key.',
  library: '@langchain/ollama',
  address: 'http://127.0.0.1:11434',
  addressVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
  addressExample: 'http://127.0.0.1:11434',
  pathOfClient: /\/(?:api|v1)$/,
  keyVariables: [],
  modelList: { path: '/api/tags', list: 'models', name: 'name' },
  clientFields: ({ baseUrl, temperature, maxTokens, contextTokens, fetch }) => ({
    baseUrl,
    numCtx: contextTokens,
    fetch,
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { numPredict: maxTokens }),
  }),
  replyOptions: (schema) => ({ format: schema }),
  // What is longer than its context is cut at the start, often at 4,096 tokens.
  sizesContext: true,
  finishReasonOf: ({ done_reason: reason }) => finishReasons[String(reason)] ?? 'other',
  remedies: {
    'unknown-model': (model) => `Fetch the model first: ollama pull ${model}`,
    'wrong-address': () =>
      'Check the base URL: it is the address of the server alone, and requests go to /api/chat below it.',
  },
};
