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

/** Tells which call a request of a client library belongs to: libraries hand nothing on that would say so. */
interface Scopes {
  run<T>(scope: Scope, work: () => Promise<T>): Promise<T>;
  getStore(): Scope | undefined;
}

/** The requests of a client that has one call out at a time. */
export class ClientRequests {
  readonly #scopes: Scopes;

  /** `usesGlobalFetch`: true for a client that takes no `fetch`. */
  constructor(usesGlobalFetch: boolean) {
    this.#scopes = usesGlobalFetch ? globalScopes : new OneScope();
  }

  /** What the client is to be made with. */
  readonly fetch: typeof globalThis.fetch = (input, init) => scopedFetch(this.#scopes, input, init);

  /**
   * Does what the client does for one call: its requests go through `fetch` and end with the signal, and what it throws
   * is the fault itself, however the library wraps it.
   */
  async call<T>(
    fetch: typeof globalThis.fetch,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<Called<T>> {
    const scope: Scope = { fetch, signal };
    try {
      const value = await this.#scopes.run(scope, work);
      return { value, usage: scope.usage };
    } catch (error) {
      signal.throwIfAborted();
      throw scope.fault ?? error;
    }
  }
}

/** One after the other. Node follows every promise once a value is kept for one: that would be a tenth of a call's work. */
class OneScope implements Scopes {
  #scope: Scope | undefined;

  async run<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    this.#scope = scope;
    try {
      return await work();
    } finally {
      this.#scope = undefined;
    }
  }

  getStore(): Scope | undefined {
    return this.#scope;
  }
}

async function scopedFetch(
  scopes: Scopes,
  ...[input, init]: Parameters<typeof globalThis.fetch>
): Promise<Response> {
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
}

const stored = new AsyncLocalStorage<Scope>();
const { fetch: plainFetch } = globalThis;

const ledFetch: typeof globalThis.fetch = (input, init) =>
  stored.getStore() === undefined ? plainFetch(input, init) : scopedFetch(stored, input, init);

/** The global `fetch` is led while a call is out, and left alone otherwise. */
const globalScopes: Scopes = {
  run(scope, work) {
    globalThis.fetch = ledFetch;
    return stored.run(scope, work);
  },
  getStore: () => stored.getStore(),
};
