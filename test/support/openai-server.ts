import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './loopback.ts';

/** A request as it came in. */
export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly [name: string]: unknown };
}

/** What a server sends. */
export interface Scripted {
  /** By default 200. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
  /** How many bytes of the body are sent before the connection is cut. */
  readonly breakOffAt?: number;
}

/** What a server replies; undefined never replies. */
export type Replying = (request: SeenRequest) => Scripted | undefined | Promise<Scripted | undefined>;

export interface SpeakingServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
}

/** A server on the loopback interface that speaks OpenAI's API as far as a test says, until the test is over. */
export async function speakOpenAi(reply: Replying): Promise<SpeakingServer> {
  const seen: SeenRequest[] = [];
  const address = await serve(async (request, response) => {
    const text = await textOf(request);
    // A client that was killed is no concern of the server.
    if (text === undefined) return;
    const { url: path = '', headers } = request;
    const one = { path, authorization: headers.authorization, headers, body: JSON.parse(text || '{}') };
    seen.push(one);
    const replied = await reply(one);
    if (replied !== undefined) send(response, replied);
  });
  return { baseUrl: `${address}/v1`, seen };
}

/** A chat completion with one choice; `usage` as the API has it. */
export function completion(
  content: string | null,
  {
    finish = 'stop',
    model = 'm',
    usage,
  }: {
    readonly finish?: string;
    readonly model?: string;
    readonly usage?: { readonly [name: string]: unknown };
  } = {},
): { readonly body: object } {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: finish };
  return { body: { id: 'c', object: 'chat.completion', created: 0, model, choices: [choice], usage } };
}

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return undefined;
  }
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
