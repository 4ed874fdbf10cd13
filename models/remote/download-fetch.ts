import { faultOfError } from './classify-error.ts';
import { passingFault, type Fault } from './fault.ts';
import { namingProxy, proxyRefusalIn } from './proxy-fault.ts';
import { proxyFor, type Environment } from './proxy.ts';
import { RemoteFault } from './remote-fault.ts';
import { createStream } from './transport.ts';

/**
 * A `fetch` for files: it goes through the proxy that the environment names and streams the body; redirections are
 * followed unless `redirect` says otherwise. Where a proxy stands in the way, the error says so.
 */
export function createDownloadFetch(env: Environment): typeof globalThis.fetch {
  const stream = createStream();
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const proxy = readable(() => proxyFor(url, env));
    const { headers, signal = null, redirect = 'follow' } = init;
    const request = { headers: new Headers(headers), signal, redirect };
    if (proxy === undefined) return stream(url, request, undefined);
    const inTheWay = (fault: Fault): Error => new Error(namingProxy(fault, proxy, url).reason);
    let response: Response;
    try {
      response = await stream(url, request, proxy);
    } catch (error) {
      init.signal?.throwIfAborted();
      const fault = proxyRefusalIn(error) ?? faultOfError(error, 0);
      throw fault === undefined ? error : inTheWay(fault);
    }
    if (response.status !== 407 && response.status < 500) return response;
    await response.body?.cancel();
    throw inTheWay(passingFault('proxy-failed', `HTTP status ${response.status} ${response.statusText}`));
  };
}

/** Faults speak in their reason; others are to read it as the message. */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RemoteFault ? new Error(error.fault.reason) : error;
  }
}
