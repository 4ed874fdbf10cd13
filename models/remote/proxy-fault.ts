import { STATUS_CODES } from 'node:http';
import { passingFault, runFault, type Fault } from './fault.ts';
import type { Proxy } from './proxy.ts';

/** How undici tells that the proxy itself refused; a reply that came through looks like any other. */
const refusal = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** Faults that may as well be the proxy's. */
const doubtful: ReadonlySet<string> = new Set([
  'wrong-address',
  'overloaded',
  'server-error',
  'timed-out',
  'broken-off',
]);

/** A fault met on the way through a proxy, with the proxy and the target named. */
export function namingProxy(fault: Fault, proxy: Proxy, target: URL): Fault {
  const way = `(through the proxy ${proxy.address}, to ${target.origin}${target.pathname})`;
  const [, tunnelStatus, loginStatus] = refusal.exec(fault.reason) ?? [];
  const status = tunnelStatus ?? loginStatus;
  if (status !== undefined) {
    const reason = `the proxy answers ${status} ${STATUS_CODES[status] ?? ''} ${way}`;
    return Number(status) < 500 ? runFault('proxy-refused', reason) : passingFault('proxy-failed', reason);
  }
  if (fault.code === 'unreachable')
    return passingFault('proxy-failed', `the proxy cannot be reached: ${fault.reason} ${way}`);
  const remedy = doubtful.has(fault.code)
    ? `${fault.remedy} It may be the proxy: see HTTP_PROXY, HTTPS_PROXY and NO_PROXY.`
    : fault.remedy;
  return { ...fault, reason: `${fault.reason} ${way}`, remedy };
}
