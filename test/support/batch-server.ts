import type { IncomingMessage } from 'node:http';
import type { Asked } from './chat-server.ts';
import { serve } from './loopback.ts';
import { askedIn, refusal, ServedBatches, type BatchScript, type Refusal } from './served-batches.ts';

/** A request, before it is carried out (`done` is false) or afterwards, before its answer goes out. */
export interface Moment {
  readonly what: keyof typeof paths;
  readonly done: boolean;
  /** How many of its kind there were, this one included. */
  readonly nth: number;
}

export interface BatchServerScript extends BatchScript {
  /** Called at each moment; what it returns is sent in place of the answer, and nothing is carried out afterwards. */
  readonly at?: (moment: Moment) => Refusal | undefined | Promise<Refusal | undefined>;
}

export interface BatchServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  /** The requests in all batches that were made. */
  readonly submitted: () => readonly Asked[];
  /** How many requests each batch has. */
  readonly sizes: () => readonly number[];
  /** What was asked on its own. */
  readonly asked: readonly Asked[];
  /** Every request, as `upload`, `create`, … */
  readonly seen: readonly Moment['what'][];
}

const paths = {
  upload: /^POST \/v1\/files$/,
  create: /^POST \/v1\/batches$/,
  list: /^GET \/v1\/batches$/,
  look: /^GET \/v1\/batches\/([^/]+)$/,
  content: /^GET \/v1\/files\/([^/]+)\/content$/,
  chat: /^POST \/v1\/chat\/completions$/,
};

/** A server on the loopback interface that speaks OpenAI's files, batches and chats, until the test is over. */
export async function startBatchServer(script: BatchServerScript = {}): Promise<BatchServer> {
  const served = new ServedBatches(script);
  const seen: Moment['what'][] = [];
  const asked: Asked[] = [];

  async function carryOut(what: Moment['what'], bytes: Buffer, url: URL, type = ''): Promise<unknown> {
    const id = paths[what].exec(`GET ${url.pathname}`)?.[1] ?? '';
    switch (what) {
      case 'upload':
        return served.upload(
          await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData(),
        );
      case 'create':
        return served.create(JSON.parse(bytes.toString()));
      case 'list':
        return served.list(url.searchParams);
      case 'look':
        return served.look(id);
      case 'content':
        return served.content(id);
      case 'chat':
        asked.push(askedIn(JSON.parse(bytes.toString()), asked.length + 1));
        return served.completion(asked[asked.length - 1] ?? askedIn({}, 0));
    }
  }

  async function answerTo(request: IncomingMessage, bytes: Buffer): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://server');
    const what = kindOf(`${request.method} ${url.pathname}`);
    if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return refusal(401, 'no key');
    if (what === undefined) return refusal(404, `no path ${url.pathname}`);
    seen.push(what);
    const nth = seen.filter((each) => each === what).length;
    const before = await script.at?.({ what, nth, done: false });
    if (before !== undefined) return before;
    const answer = await carryOut(what, bytes, url, request.headers['content-type']);
    return (await script.at?.({ what, nth, done: true })) ?? answer;
  }

  const address = await serve(async (request, response) => {
    const bytes = await bytesOf(request);
    // A client that was killed is no concern of the server.
    if (bytes === undefined) return;
    const answer = await answerTo(request, bytes);
    const { status, body } = isRefusal(answer) ? answer : { status: 200, body: answer };
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return {
    baseUrl: `${address}/v1`,
    submitted: () => served.batches.flatMap((batch) => batch.asked),
    sizes: () => served.batches.map((batch) => batch.asked.length),
    asked,
    seen,
  };
}

function kindOf(request: string): Moment['what'] | undefined {
  const kinds = Object.keys(paths) as Moment['what'][];
  return kinds.find((what) => paths[what].test(request));
}

function isRefusal(answer: unknown): answer is Refusal {
  // A batch has a status in words.
  return typeof answer === 'object' && answer !== null && 'body' in answer;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}
