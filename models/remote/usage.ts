import { parsedJson } from './parsed-json.ts';
import { isRecord } from './server-words.ts';

/** Tokens of one call, as the server counts them. */
export interface Usage {
  /** Of the prompt, cached ones included. */
  readonly input: number;
  /** Of the prompt, those that the server had kept from an earlier call. */
  readonly cachedInput: number;
  /** Of the prompt, those that the server was told to keep for later calls; none where absent. */
  readonly cacheWrite?: number;
  /** Of the reply, hidden reasoning included. */
  readonly output: number;
}

/** What a reply says it used, by any of the APIs; undefined where it does not or says nothing but zeros, or is no JSON. */
export function usageIn(text: string): Usage | undefined {
  const usage = statedUsage(text);
  return usage === undefined || usage.input + usage.output === 0 ? undefined : usage;
}

function statedUsage(text: string): Usage | undefined {
  // A reply that came in pieces counts in its last one.
  const body = parsedJson(text) ?? parsedJson(text.trim().split('\n').at(-1) ?? '');
  if (!isRecord(body)) return undefined;
  const { usage, usageMetadata, eval_count: written } = body;
  if (isRecord(usage)) {
    if (!('input_tokens' in usage)) return openAiUsage(usage);
    return 'input_tokens_details' in usage ? responsesUsage(usage) : anthropicUsage(usage);
  }
  if (isRecord(usageMetadata)) return geminiUsage(usageMetadata);
  if (written === undefined) return undefined;
  return { input: count(body['prompt_eval_count']), cachedInput: 0, output: count(written) };
}

type Counts = { readonly [name: string]: unknown };

function openAiUsage(usage: Counts): Usage {
  const details = isRecord(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  return {
    input: count(usage['prompt_tokens']),
    cachedInput: count(details['cached_tokens']),
    output: count(usage['completion_tokens']),
  };
}

/** OpenAI's Responses API. */
function responsesUsage(usage: Counts): Usage {
  const details = isRecord(usage['input_tokens_details']) ? usage['input_tokens_details'] : {};
  return {
    input: count(usage['input_tokens']),
    cachedInput: count(details['cached_tokens']),
    output: count(usage['output_tokens']),
  };
}

/** Anthropic counts what is read from and written to its cache beside the input. */
function anthropicUsage(usage: Counts): Usage {
  const cachedInput = count(usage['cache_read_input_tokens']);
  const cacheWrite = count(usage['cache_creation_input_tokens']);
  return {
    input: count(usage['input_tokens']) + cachedInput + cacheWrite,
    cachedInput,
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
    output: count(usage['output_tokens']),
  };
}

/** Gemini counts its reasoning beside the answer. */
function geminiUsage(usage: Counts): Usage {
  return {
    input: count(usage['promptTokenCount']),
    cachedInput: count(usage['cachedContentTokenCount']),
    output: count(usage['candidatesTokenCount']) + count(usage['thoughtsTokenCount']),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
