import { setMaxListeners } from 'node:events';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import { faultOfError } from './classify-error.ts';
import type { Fault, PassingFault } from './fault.ts';
import type { Purse } from '../purse.ts';
import type { Limiter } from './limiter.ts';
import type { Remote } from './remote.ts';
import { causesOf, remoteFaultIn, RemoteFault } from './remote-fault.ts';
import { retrying, type Outcome, type RetryPolicy } from './retry.ts';
import type { Usage } from './usage.ts';

/** What a call to a server needs besides the work itself. */
export interface ServerCall {
  readonly limiter: Limiter;
  readonly policy: RetryPolicy;
  readonly remote: Remote;
  readonly call: CallContext;
  /** What the request will cost at most, as far as it can be told beforehand. */
  readonly tokens?: number;
  /** What may be spent; a try that succeeds is settled by the caller. */
  readonly purse?: Purse | undefined;
  /** Told of each reply that was paid for and is of no use; undefined where the server does not count. */
  wasted?(usage: Usage | undefined): void;
}

/**
 * Makes one call to a server: waits for its turn, tries, waits and tries again. Whatever a try throws is
 * understood: a fault of the server or the network as the policy says, `ItemFailure` and `ExpectedError` as
 * they are (also in the wrappings of a client library), anything else as a bug. Throws `ItemFailure` where
 * this call came to nothing, `ExpectedError` where every further one would, and the reason of the signal that
 * fires: `stopping` while it waits, `signal` also while it is out.
 */
export async function callServer<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { limiter, policy, remote, call, tokens = 0, purse, wasted }: ServerCall,
): Promise<T> {
  // All calls of a run listen to its signals while they are out; Node takes more than ten for a leak.
  setMaxListeners(0, call.signal, call.stopping);
  const successesBefore = limiter.successes;

  async function once(): Promise<Outcome<T>> {
    const release = await limiter.acquire(tokens, call.stopping);
    try {
      await purse?.reserve(call.stopping);
      const value = await attempt(call.signal);
      release('success');
      return { ok: true, value };
    } catch (error) {
      const told = causesOf(error).find(isTold);
      const fault = told === undefined ? understood(error, remote) : undefined;
      if (fault?.fault.code === 'overloaded') release('overloaded', fault.fault.waitMs);
      else release('other');
      if (fault !== undefined && isAnswered(fault)) {
        purse?.settle(fault.usage);
        wasted?.(fault.usage);
      } else purse?.release();
      call.signal.throwIfAborted();
      if (fault === undefined) throw told ?? error;
      return { ok: false, error: fault };
    }
  }

  function hopeless({ code }: PassingFault): boolean {
    const lostInARow = limiter.lose();
    if (code === 'unreachable' || code === 'proxy-failed') return limiter.successes === successesBefore;
    return lostInARow >= policy.lostInARow;
  }

  return retrying(once, { policy, clock: remote, call, hopeless });
}

/** The fault behind what a try threw; undefined where it is no fault of server or network. */
function understood(error: unknown, remote: Remote): RemoteFault | undefined {
  const known = remoteFaultIn(error);
  if (known !== undefined) return known;
  const fault = faultOfError(error, remote.now());
  return fault && new RemoteFault({ ...fault, reason: remote.redact(fault.reason) });
}

/** Faults of answers that a model gave, so that they are paid for. */
const answered: ReadonlySet<Fault['code']> = new Set<Fault['code']>([
  'empty-answer',
  'filtered',
  'cut-short',
  'unreadable',
  'broken-off',
]);

function isAnswered({ fault, usage }: RemoteFault): boolean {
  return usage !== undefined || answered.has(fault.code);
}

/** Whether an error says itself what it puts an end to. */
function isTold(error: unknown): boolean {
  return error instanceof ItemFailure || error instanceof ExpectedError;
}
