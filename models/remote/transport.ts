import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Proxy } from './proxy.ts';
import type { HeaderSource } from './retry-after.ts';

/** A request, ready to go out. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

/** What came back, read to its end. */
export interface Incoming {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly text: string;
}

/** Sends one request, straight to the server or through a proxy; follows no redirection. */
export type Transport = (request: Outgoing, proxy: Proxy | undefined) => Promise<Incoming>;

// The caller keeps the time of a request as a whole: a slow model may take long for its first byte.
const patient = { headersTimeout: 0, bodyTimeout: 0 };

/** A transport that keeps connections open. undici is loaded with the first request. */
export function createTransport(): Transport {
  const dispatcherFor = createDispatchers();
  return async ({ url, method, headers, body, signal }, proxy) => {
    const { request } = await import('undici');
    const reply = await request(url, {
      dispatcher: await dispatcherFor(proxy),
      method,
      // Unasked, a server may compress as it likes.
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
      body,
      signal,
    });
    return { status: reply.statusCode, headers: headersOf(reply.headers), text: await reply.body.text() };
  };
}

/** A `GET` whose body is read as it comes; `redirect` says what becomes of redirections. */
export type Stream = (
  url: URL,
  request: {
    readonly headers: Headers;
    readonly signal: AbortSignal | null;
    readonly redirect: 'follow' | 'manual' | 'error';
  },
  proxy: Proxy | undefined,
) => Promise<Response>;

export function createStream(): Stream {
  const dispatcherFor = createDispatchers();
  return async (url, { headers, ...request }, proxy) => {
    const undici = await import('undici');
    const dispatcher = await dispatcherFor(proxy);
    const reply = await undici.fetch(url, {
      dispatcher,
      headers: Object.fromEntries(headers),
      ...request,
    });
    // undici keeps no words with the status.
    const statusText = STATUS_CODES[reply.status] ?? '';
    return new Response(reply.body, {
      status: reply.status,
      statusText,
      headers: Object.fromEntries(reply.headers),
    });
  };
}

/** One dispatcher for each way. */
function createDispatchers(): (proxy: Proxy | undefined) => Promise<Dispatcher> {
  const dispatchers = new Map<string, Dispatcher>();
  return async (proxy) => {
    const { Agent, ProxyAgent } = await import('undici');
    const route = proxy?.address ?? 'direct';
    const found = dispatchers.get(route);
    if (found !== undefined) return found;
    const made =
      proxy === undefined ? new Agent(patient) : new ProxyAgent({ ...patient, ...proxySettings(proxy) });
    dispatchers.set(route, made);
    return made;
  };
}

/** Plain http goes through by its absolute address: many proxies refuse a tunnel to port 80. */
function proxySettings({ address, authorization }: Proxy): {
  uri: string;
  proxyTunnel: false;
  token?: string;
} {
  const login = authorization === undefined ? {} : { token: authorization };
  return { uri: address, proxyTunnel: false, ...login };
}

/** undici's record of headers, by their names in small letters. */
function headersOf(found: { readonly [name: string]: string | string[] | undefined }): HeaderSource {
  return { get: (name) => (found[name] === undefined ? null : [found[name]].flat().join(', ')) };
}
