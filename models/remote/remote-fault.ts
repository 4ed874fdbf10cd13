import type { Fault } from './fault.ts';
import type { Usage } from './usage.ts';

/**
 * A fault on its way up through a client library. Its message says nothing on purpose: libraries guess from
 * messages (the word "timeout" in a server's text makes one of them drop the cause), and the fault is what counts.
 */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
  readonly fault: Fault;
  /** The address that was asked, without credentials. */
  readonly address: string | undefined;
  /** What the reply cost though it is of no use: empty, filtered or cut answers are paid for. */
  readonly usage: Usage | undefined;

  constructor(fault: Fault, address?: string, usage?: Usage) {
    super('the call to the server came to nothing');
    this.fault = fault;
    this.address = address;
    this.usage = usage;
  }
}

/** The remote fault among an error and its causes. */
export function remoteFaultIn(error: unknown): RemoteFault | undefined {
  return causesOf(error).find((cause) => cause instanceof RemoteFault);
}

/** An error and its causes, outermost first; the parts of an aggregate count as causes. */
export function causesOf(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const follow = (next: unknown): void => {
    if (next === undefined || next === null || found.includes(next)) return;
    found.push(next);
    if (!(next instanceof Error)) return;
    follow(next.cause);
    if (next instanceof AggregateError) next.errors.forEach(follow);
  };
  follow(error);
  return found;
}
