import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import type { Clock } from './clock.ts';
import type { Fault, PassingFault } from './fault.ts';
import type { RemoteFault } from './remote-fault.ts';
import { shownDuration } from './shown-duration.ts';

/** How often a call is tried, and how long it waits in between. */
export interface RetryPolicy {
  readonly tries: number;
  /** The longest that the first wait may be; each further one may be twice as long. In milliseconds. */
  readonly firstWaitMs: number;
  /** A server that asks for a longer wait is not waited for. */
  readonly longestWaitMs: number;
  /** So many calls in a row that were tried to the last, with no success in between, end the run. */
  readonly lostInARow: number;
}

export const defaultPolicy: RetryPolicy = {
  tries: 6,
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  lostInARow: 10,
};

/** What came of one try. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RemoteFault };

export interface Retrying {
  readonly policy: RetryPolicy;
  readonly clock: Pick<Clock, 'sleep' | 'random'>;
  readonly call: Pick<CallContext, 'stopping' | 'tell'>;
  /** Asked after the last try: whether other calls have no better prospects. */
  hopeless(fault: PassingFault): boolean;
}

/**
 * Tries until a try succeeds. Throws `ExpectedError` for a fault that ends the run, and `ItemFailure` for one
 * that ends the item, for the last try's fault, and for a wait longer than the policy allows. The last try's
 * fault ends the run where `hopeless` says so: the others would only wait as long for nothing.
 */
export async function retrying<T>(
  attempt: () => Promise<Outcome<T>>,
  { policy, clock, call, hopeless }: Retrying,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    call.stopping.throwIfAborted();
    const outcome = await attempt();
    if (outcome.ok) return outcome.value;
    const { fault } = outcome.error;
    if (fault.ends === 'run') throw endOfRun(fault, outcome.error);
    if (fault.ends === 'item') throw endOfItem(fault, outcome.error);
    const asked = fault.waitMs ?? 0;
    if (asked > policy.longestWaitMs) {
      const wait = `the server asks to wait ${shownDuration(asked)}, longer than the ${shownDuration(policy.longestWaitMs)} that a call waits`;
      throw endOfItem(fault, outcome.error, wait);
    }
    if (tried >= policy.tries) {
      const end = tried === 1 ? undefined : `gave up after ${tried} tries`;
      throw (hopeless(fault) ? endOfRun : endOfItem)(fault, outcome.error, end);
    }
    const wait = Math.max(asked, backOff(tried, policy, clock.random()));
    call.tell(`${fault.reason}: waits ${shownDuration(wait)} (try ${tried + 1} of ${policy.tries})`);
    await clock.sleep(wait, call.stopping);
  }
}

/**
 * Exponential back-off whose upper half is drawn by lot (equal jitter): callers that were refused together
 * come back apart, and each wait is still longer than the one before.
 */
function backOff(tried: number, { firstWaitMs, longestWaitMs }: RetryPolicy, chance: number): number {
  return Math.min(firstWaitMs * 2 ** (tried - 1), longestWaitMs) * (0.5 + chance / 2);
}

function endOfRun({ code, reason, remedy }: Fault, { address }: RemoteFault, end?: string): ExpectedError {
  const where = address === undefined ? {} : { where: address };
  return new ExpectedError({ code, message: sentence(reason, end), remedy, exitCode: 1, ...where });
}

function endOfItem({ reason, remedy }: Fault, cause: RemoteFault, end?: string): ItemFailure {
  return new ItemFailure(`${sentence(reason, end)} ${remedy}`, { cause });
}

function sentence(reason: string, end: string | undefined): string {
  const text = end === undefined ? reason : `${reason.replace(/[.!]$/, '')}; ${end}`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
