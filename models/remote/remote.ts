import type { Clock } from './clock.ts';
import { proxySecrets, type Environment } from './proxy.ts';
import { Secrets } from './redact.ts';
import { createRemoteFetch } from './remote-fetch.ts';

/** The way out to servers, with the time and chance that calls need. Made once at the top and handed down. */
export interface Remote extends Clock {
  /**
   * For clients of servers: goes through the proxy that the environment names, reads whole bodies, and
   * rejects with `RemoteFault` for everything that is not a usable reply.
   */
  readonly fetch: typeof globalThis.fetch;
  /** A text without secrets; everything that a server said goes through it before it is shown or stored. */
  redact(text: string): string;
}

export interface RemoteOptions {
  /** The longest that one request may take, in milliseconds; two minutes where absent. */
  readonly timeoutMs?: number;
}

/** The remote of an environment, whose variables name the proxies. */
export function createRemote(env: Environment, clock: Clock, options: RemoteOptions = {}): Remote {
  const { timeoutMs = 120_000 } = options;
  const secrets = new Secrets(proxySecrets(env));
  return {
    ...clock,
    fetch: createRemoteFetch({ env, clock, secrets, timeoutMs }),
    redact: (text) => secrets.redact(text),
  };
}
