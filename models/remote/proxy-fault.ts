import { STATUS_CODES } from 'node:http';
import { passingFault, runFault, type Fault } from './fault.ts';
import type { Proxy } from './proxy.ts';
import { causesOf } from './remote-fault.ts';
import { isRecord } from './server-words.ts';

/** Faults that may as well be the proxy's. */
const doubtful: ReadonlySet<string> = new Set([
  'wrong-address',
  'overloaded',
  'server-error',
  'timed-out',
  'broken-off',
]);

/** The refusal of a tunnel or of a login by a proxy itself, which undici tells in words alone. */
export function proxyRefusalIn(error: unknown): Fault | undefined {
  for (const cause of causesOf(error).filter(isRecord)) {
    const words = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/.exec(
      String(cause['message']),
    );
    const status = words?.[1] ?? words?.[2];
    if (status === undefined) continue;
    const reason = `the proxy answers ${status} ${STATUS_CODES[status] ?? ''}`.trim();
    return Number(status) < 500 ? runFault('proxy-refused', reason) : passingFault('proxy-failed', reason);
  }
  return undefined;
}

/** A fault met on the way through a proxy, with the proxy and the target named. */
export function namingProxy(fault: Fault, proxy: Proxy, target: URL): Fault {
  const way = `(through the proxy ${proxy.address}, to ${target.origin}${target.pathname})`;
  if (fault.code === 'unreachable')
    return passingFault('proxy-failed', `the proxy cannot be reached: ${fault.reason} ${way}`);
  const remedy = doubtful.has(fault.code)
    ? `${fault.remedy} It may be the proxy: see HTTP_PROXY, HTTPS_PROXY and NO_PROXY.`
    : fault.remedy;
  return { ...fault, reason: `${fault.reason} ${way}`, remedy };
}
