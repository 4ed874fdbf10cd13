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

/** What a reply says it used; undefined where it does not, or is no JSON. */
export function usageIn(text: string): Usage | undefined {
  if (!text.includes('"usage"')) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const usage = isRecord(body) ? body['usage'] : undefined;
  if (!isRecord(usage)) return undefined;
  const details = isRecord(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  return {
    input: count(usage['prompt_tokens']),
    cachedInput: count(details['cached_tokens']),
    output: count(usage['completion_tokens']),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
