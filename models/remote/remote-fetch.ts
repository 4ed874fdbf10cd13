import { inTime } from '../../engine/in-time.ts';
import { faultOfError } from './classify-error.ts';
import { faultOfReply } from './classify.ts';
import type { Clock } from './clock.ts';
import { passingFault, type Fault } from './fault.ts';
import { oneATurn } from './one-a-turn.ts';
import { namingProxy, proxyRefusalIn } from './proxy-fault.ts';
import { proxyFor, type Environment, type Proxy } from './proxy.ts';
import type { Secrets } from './redact.ts';
import { RemoteFault } from './remote-fault.ts';
import { shownDuration } from './shown-duration.ts';
import { wholeResponse } from './whole-response.ts';
import { createTransport, type Incoming } from './transport.ts';
import { usageIn, type Usage } from './usage.ts';

export interface RemoteFetchOptions {
  readonly env: Environment;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Secrets;
  /** The longest that one request may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * A `fetch` for clients of JSON APIs. It finds its proxy, reads the whole body, and rejects with `RemoteFault`
 * for everything that is not a usable reply, so that a client library has only to pass the error on. The
 * request's own credentials are taken out of whatever comes back.
 */
export function createRemoteFetch(options: RemoteFetchOptions): typeof globalThis.fetch {
  const { env, clock, secrets, timeoutMs } = options;
  const transport = createTransport();
  const turn = oneATurn();
  const late = (): Error =>
    new RemoteFault(passingFault('timed-out', `no reply from the server within ${shownDuration(timeoutMs)}`));

  return async (input, init = {}) => {
    const asked = input instanceof Request ? input : undefined;
    const url = new URL(asked?.url ?? String(input));
    const given = init.headers ?? asked?.headers;
    const headers = given instanceof Headers ? given : new Headers(given);
    const body = await bytesOf(init.body ?? asked?.body);
    const method = init.method ?? asked?.method ?? 'GET';
    const outer = init.signal ?? asked?.signal;
    secrets.addCredentials(headers);

    let proxy: Proxy | undefined;
    const failure = (fault: Fault, usage?: Usage): RemoteFault => {
      const named = proxy === undefined ? fault : namingProxy(fault, proxy, url);
      return new RemoteFault(
        { ...named, reason: secrets.redact(named.reason) },
        `${url.origin}${url.pathname}`,
        usage,
      );
    };

    let reply: Incoming;
    try {
      proxy = proxyFor(url, env);
      const way = proxy;
      reply = await inTime(
        (signal) => transport({ url, method, headers, body, signal }, way),
        timeoutMs,
        late,
        outer,
      );
    } catch (error) {
      outer?.throwIfAborted();
      const said = error instanceof RemoteFault ? error.fault : proxyRefusalIn(error);
      if (said !== undefined) throw failure(said);
      const fault = faultOfError(error, clock.now());
      // Below, the way through a proxy names the target.
      const by = proxy === undefined ? `${url.host}: ` : '';
      throw fault === undefined ? error : failure({ ...fault, reason: `${by}${fault.reason}` });
    }
    await turn();
    const { status } = reply;
    // Before anything is cut out of it: half a key would be found no more.
    const text = status < 300 ? secrets.hideKeys(reply.text) : secrets.redact(reply.text);
    const fault = faultOfReply({ status, text, headers: reply.headers, path: url.pathname }, clock.now());
    if (fault !== undefined) throw failure(fault, usageIn(text));
    const type = reply.headers.get('content-type') ?? 'application/json';
    return wholeResponse(text, status, type);
  };
}

async function bytesOf(body: RequestInit['body'] | undefined): Promise<string | Uint8Array | null> {
  if (body === undefined || body === null) return null;
  return typeof body === 'string' ? body : new Uint8Array(await new Response(body).arrayBuffer());
}
