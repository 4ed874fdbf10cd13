import type { FinishReason } from '../chat-model.ts';
import type { Provider } from './provider.ts';

const finishReasons: { readonly [reason: string]: FinishReason } = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
  // Some models are asked through the Responses API.
  completed: 'stop',
};

/** OpenAI, and every server that speaks its API. */
export const openai: Provider = {
  name: 'openai',
  about: 'A chat model of OpenAI, or of any server that speaks its API (--base-url).',
  library: '@langchain/openai',
  address: 'https://api.openai.com/v1',
  addressVariables: ['OPENAI_BASE_URL'],
  addressExample: 'http://127.0.0.1:8080/v1',
  keyVariables: ['OPENAI_API_KEY'],
  hasBatches: true,
  modelList: { path: '/models', list: 'data', name: 'id' },
  clientFields: ({ key, baseUrl, temperature, maxTokens, fetch }) => ({
    apiKey: key,
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxTokens }),
    configuration: { baseURL: baseUrl, fetch, logLevel: 'off' },
  }),
  // As JSON it is a schema; LangChain would take one for its own to parse, and lose a reply that is no JSON.
  replyOptions: (schema) => ({
    response_format: {
      type: 'json_object',
      toJSON: () => ({ type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } }),
    },
  }),
  finishReasonOf: ({ finish_reason: reason, status }) => finishReasons[String(reason ?? status)] ?? 'other',
};
