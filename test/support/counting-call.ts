import type { CallContext } from '../../models/call-context.ts';

/** A call's context that keeps what is counted and told. */
export function countingCall(signal: AbortSignal = new AbortController().signal): CallContext & {
  readonly counted: { readonly [measure: string]: number };
  readonly told: readonly string[];
} {
  const counted: { [measure: string]: number } = {};
  const told: string[] = [];
  return {
    signal,
    stopping: signal,
    counted,
    told,
    note: (measure, amount) => void (counted[measure] = (counted[measure] ?? 0) + amount),
    tell: (message) => void told.push(message),
  };
}
