import type { Json } from '../../engine/json.ts';
import type { FinishReason } from '../chat-model.ts';
import type { Provider } from './provider.ts';

const finishReasons: { readonly [reason: string]: FinishReason } = { STOP: 'stop', MAX_TOKENS: 'length' };

/** Google knows no `additionalProperties`: objects have the members that they have. */
function openSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(openSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([name]) => name !== 'additionalProperties');
  return Object.fromEntries(members.map(([name, value]) => [name, openSchema(value)]));
}

/** Google's Gemini API. Its client knows no `fetch` but the global one; see `call-scope.ts`. */
export const googleGenai: Provider = {
  name: 'google-genai',
  about: 'A Gemini model of Google.',
  library: '@langchain/google-genai',
  address: 'https://generativelanguage.googleapis.com',
  addressVariables: [],
  addressExample: 'http://127.0.0.1:8080',
  pathOfClient: /\/v1(?:beta)?$/,
  keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
  clientFields: ({ key, baseUrl, temperature, maxTokens }) => ({
    apiKey: key,
    baseUrl,
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
  }),
  replyOptions: (schema) => ({ responseSchema: openSchema(schema) }),
  finishReasonOf: ({ finishReason: reason }) => finishReasons[String(reason)] ?? 'other',
  remedies: {
    'wrong-address': () =>
      'Check the base URL: it is the address of the server alone, and requests go to /v1beta/models below it.',
    'unknown-model': () => 'Name a model that this server has; its list is at /v1beta/models.',
  },
};
