import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { completion, speakOpenAi, type Scripted } from './openai-server.ts';

export type { Scripted };

/** One request for a chat completion, as the server saw it. */
export interface Asked {
  /** Counts from 1. */
  readonly nth: number;
  readonly prompt: string;
  readonly model: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ChatServerScript {
  readonly delayMs?: number;
  /** The model's words; by default the digest of the prompt, so that a logged reply tells what it answers. */
  readonly reply?: (asked: Asked) => string;
  /** Decides what goes wrong; asked once for each chat request, before the delay. */
  readonly fault?: (asked: Asked) => Scripted | undefined;
  /** Told of each chat request; the reply waits for what it returns. */
  readonly onAsked?: (asked: Asked) => void | Promise<void>;
}

/** A server on the loopback interface that speaks OpenAI's API. */
export interface ChatServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  /** Every chat request so far, in order. */
  readonly asked: readonly Asked[];
  /** How many texts were embedded so far. */
  readonly embedded: () => number;
}

/** Starts a server that is closed after the test. */
export async function startChatServer(script: ChatServerScript = {}): Promise<ChatServer> {
  const asked: Asked[] = [];
  let embedded = 0;
  const { baseUrl } = await speakOpenAi(async ({ path, headers, body }) => {
    if (path === '/v1/embeddings') {
      const texts = body['input'] as readonly string[];
      embedded += texts.length;
      return { body: embeddingsOf(texts) };
    }
    if (path !== '/v1/chat/completions')
      return { status: 404, body: { error: { message: `no path ${path}` } } };
    const messages = body['messages'] as readonly { readonly content: string }[];
    const one: Asked = {
      nth: asked.length + 1,
      prompt: messages.map(({ content }) => content).join('\n'),
      model: String(body['model']),
      headers,
    };
    asked.push(one);
    const fault = script.fault?.(one);
    await script.onAsked?.(one);
    if (script.delayMs !== undefined) await sleep(script.delayMs);
    return fault ?? { body: completionOf((script.reply ?? digestOfPrompt)(one), one) };
  });
  return { baseUrl, asked, embedded: () => embedded };
}

/** What the server says by default. */
export function digestOfPrompt({ prompt }: Pick<Asked, 'prompt'>): string {
  return createHash('sha256').update(prompt).digest('hex').slice(0, 16);
}

/** A successful reply; `finish` is why it ends. */
export function completionOf(content: string | null, { prompt, model }: Asked, finish = 'stop'): object {
  const [input, output] = [Math.ceil(prompt.length / 4), 5];
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return completion(content, { finish, model, usage }).body;
}

/** Each text gets a direction of its own by hashing. */
function embeddingsOf(texts: readonly string[]): object {
  const data = texts.map((text, index) => {
    return { object: 'embedding', index, embedding: [...createHash('sha256').update(text).digest()] };
  });
  return { object: 'list', data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
}
