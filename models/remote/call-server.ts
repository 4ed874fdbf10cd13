import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import { faultOfError } from './classify-error.ts';
import type { Limiter } from './limiter.ts';
import type { Remote } from './remote.ts';
import { remoteFaultIn, RemoteFault } from './remote-fault.ts';
import { retrying, type Outcome, type RetryPolicy } from './retry.ts';

export interface ServerCall {
  readonly limiter: Limiter;
  readonly policy: RetryPolicy;
  readonly remote: Remote;
  readonly call: CallContext;
  /** What the request will cost at most, as far as it can be told beforehand. */
  readonly tokens?: number;
}

/**
 * Makes one call to a server: waits for its turn, tries, waits and tries again. Whatever a try throws is
 * understood: a fault of the server or the network as the policy says, `ItemFailure` and `ExpectedError` as
 * they are, anything else as a bug. Throws `ItemFailure` where this call came to nothing, `ExpectedError`
 * where every further one would, and the signal's reason where it fires.
 */
export async function callServer<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { limiter, policy, remote, call, tokens = 0 }: ServerCall,
): Promise<T> {
  const successesBefore = limiter.successes;

  async function once(): Promise<Outcome<T>> {
    const release = await limiter.acquire(tokens, call.signal);
    let outcome: Outcome<T>;
    try {
      outcome = { ok: true, value: await attempt(call.signal) };
    } catch (error) {
      const fault = understood(error, remote);
      if (fault === undefined || call.signal.aborted) {
        release('other');
        call.signal.throwIfAborted();
        throw error;
      }
      outcome = { ok: false, error: fault };
    }
    if (outcome.ok) release('success');
    else release(outcome.error.fault.code === 'overloaded' ? 'overloaded' : 'other');
    return outcome;
  }

  return retrying(once, policy, remote, call, () => limiter.successes > successesBefore);
}

/** The fault behind what a try threw; undefined for what is to go up as it is. */
function understood(error: unknown, remote: Remote): RemoteFault | undefined {
  if (error instanceof ItemFailure || error instanceof ExpectedError) return undefined;
  const known = remoteFaultIn(error);
  if (known !== undefined) return known;
  const fault = faultOfError(error, remote.now());
  return fault && new RemoteFault({ ...fault, reason: remote.redact(fault.reason) });
}
