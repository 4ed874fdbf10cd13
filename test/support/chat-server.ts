import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** One request for a chat completion, as the server saw it. */
export interface Asked {
  /** Counts from 1. */
  readonly nth: number;
  readonly prompt: string;
  readonly model: string;
  readonly headers: IncomingHttpHeaders;
}

/** What is sent in place of an answer. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
  /** How many bytes of the body are sent before the connection is cut. */
  readonly breakOffAt?: number;
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
  const server = createServer((request, response) => {
    // A client that was killed is no concern of the server.
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, asked, embedded: () => embedded };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request));
    if (request.url === '/v1/embeddings') {
      embedded += body.input.length;
      return send(response, { body: embeddingsOf(body.input) });
    }
    if (request.url !== '/v1/chat/completions')
      return send(response, { status: 404, body: { error: { message: `no path ${request.url}` } } });
    const one: Asked = {
      nth: asked.length + 1,
      prompt: body.messages.map(({ content }: { content: string }) => content).join('\n'),
      model: body.model,
      headers: request.headers,
    };
    asked.push(one);
    const fault = script.fault?.(one);
    await script.onAsked?.(one);
    if (script.delayMs !== undefined) await sleep(script.delayMs);
    return send(response, fault ?? { body: completionOf((script.reply ?? digestOfPrompt)(one), one) });
  }
}

/** What the server says by default. */
export function digestOfPrompt({ prompt }: Pick<Asked, 'prompt'>): string {
  return createHash('sha256').update(prompt).digest('hex').slice(0, 16);
}

/** A successful reply; `finish` is why it ends. */
export function completionOf(content: string | null, { prompt, model }: Asked, finish = 'stop'): object {
  const [input, output] = [Math.ceil(prompt.length / 4), 5];
  return {
    id: 'reply',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

/** Each text gets a direction of its own by hashing. */
function embeddingsOf(texts: readonly string[]): object {
  const data = texts.map((text, index) => {
    return { object: 'embedding', index, embedding: [...createHash('sha256').update(text).digest()] };
  });
  return { object: 'list', data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, breakOffAt }: Scripted): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  if (breakOffAt === undefined) response.end(text);
  else response.write(text.slice(0, breakOffAt), () => response.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
