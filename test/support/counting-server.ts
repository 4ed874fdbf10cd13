import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tokeniser } from '../../models/tokenisers/tokeniser.ts';
import { loadTokeniser } from '../../models/tokenisers/tokenisers.ts';
import { completion, speakOpenAi } from './openai-server.ts';

/** A server that counts the tokens that it is sent as the plan of an unknown model counts them. */
export interface CountingServer {
  readonly baseUrl: string;
  /** So far, and tokens of all prompts or texts. */
  readonly chats: { calls: number; tokens: number };
  readonly embeddings: { calls: number; tokens: number };
  /** Every prompt, in order. */
  readonly prompts: readonly string[];
}

/** Starts one; each reply is of `replyTokens` tokens, comes after `delayMs`, and is `reply` or the digest of the prompt. */
export async function countingServer({
  reply,
  delayMs = 0,
  replyTokens = 8,
  counts = true,
}: {
  readonly reply?: (prompt: string) => string;
  readonly delayMs?: number;
  readonly replyTokens?: number;
  /** Whether replies say what they used. */
  readonly counts?: boolean;
} = {}): Promise<CountingServer> {
  const tokeniser: Tokeniser = await loadTokeniser('open');
  const chats = { calls: 0, tokens: 0 };
  const embeddings = { calls: 0, tokens: 0 };
  const prompts: string[] = [];
  const { baseUrl } = await speakOpenAi(async ({ path, body }) => {
    if (path === '/v1/embeddings') {
      const texts = body['input'] as readonly string[];
      const tokens = texts.reduce((sum, text) => sum + tokeniser.count(text), 0);
      embeddings.calls += 1;
      embeddings.tokens += tokens;
      const data = texts.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: [...createHash('sha256').update(text).digest()],
      }));
      return {
        body: { object: 'list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } },
      };
    }
    const messages = body['messages'] as readonly { readonly content: string }[];
    const prompt = messages.map(({ content }) => content).join('\n');
    const tokens = messages.reduce((sum, { content }) => sum + tokeniser.count(content) + 3, 3);
    prompts.push(prompt);
    chats.calls += 1;
    chats.tokens += tokens;
    if (delayMs > 0) await sleep(delayMs);
    const said = reply?.(prompt) ?? createHash('sha256').update(prompt).digest('hex').slice(0, 16);
    const usage = {
      prompt_tokens: tokens,
      completion_tokens: replyTokens,
      total_tokens: tokens + replyTokens,
    };
    return completion(said, counts ? { usage } : {});
  });
  return { baseUrl, chats, embeddings, prompts };
}
