import { AsyncLocalStorage } from 'node:async_hooks';
import { usageIn, type Usage } from '../remote/usage.ts';
import { wholeResponse } from '../remote/whole-response.ts';

/** What a call that is out goes by. */
interface Scope {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** The first fault of a request, which client libraries tell in words of their own. */
  fault?: unknown;
  /** What the reply says it used: libraries leave out some of it, such as the hidden reasoning of Gemini. */
  usage?: Usage | undefined;
}

/** What came of a call. */
export interface Called<T> {
  readonly value: T;
  /** Undefined where the server does not count. */
  readonly usage: Usage | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Does what a client library does for one call: its requests go through `fetch` and end with the signal, and what it
 * throws is the fault itself, however the library wraps it. Clients are to be made with `scopedFetch`; one that takes
 * no `fetch` uses the global one, which is led the same way while a call is out, and left alone otherwise.
 */
export async function inCallScope<T>(
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<Called<T>> {
  leadGlobalFetch();
  const scope: Scope = { fetch, signal };
  try {
    const value = await scopes.run(scope, work);
    return { value, usage: scope.usage };
  } catch (error) {
    signal.throwIfAborted();
    throw scope.fault ?? error;
  }
}

/** The `fetch` of the call that is out. */
export const scopedFetch: typeof globalThis.fetch = async (input, init) => {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('a request without a call');
  try {
    const response = await scope.fetch(input, { ...init, signal: scope.signal });
    const text = await response.text();
    scope.usage = usageIn(text);
    return wholeResponse(text, response.status, response.headers.get('content-type') ?? '');
  } catch (error) {
    scope.fault ??= error;
    throw error;
  }
};

const { fetch: plainFetch } = globalThis;

const ledFetch: typeof globalThis.fetch = (input, init) =>
  (scopes.getStore() === undefined ? plainFetch : scopedFetch)(input, init);

function leadGlobalFetch(): void {
  globalThis.fetch = ledFetch;
}
