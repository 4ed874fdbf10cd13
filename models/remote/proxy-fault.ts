import { STATUS_CODES } from 'node:http';
import { passingFault, runFault, type Fault } from './fault.ts';
import type { Proxy } from './proxy.ts';

/**
 * A fault met on the way through a proxy, with the proxy and the target named. A refused tunnel comes from
 * the proxy itself; of other replies nobody can tell which of the two sent them.
 */
export function namingProxy(fault: Fault, proxy: Proxy, target: URL): Fault {
  const refused = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/.exec(fault.reason);
  const status = refused?.[1] ?? refused?.[2];
  const ways = `(through the proxy ${proxy.address}, to ${target.origin}${target.pathname})`;
  if (status !== undefined) {
    const reason = `${status} ${STATUS_CODES[status] ?? ''} from the proxy ${ways}`;
    return Number(status) >= 500 ? passingFault('proxy-failed', reason) : runFault('proxy-refused', reason);
  }
  const reason = `${fault.reason} ${ways}`;
  if (fault.code === 'unreachable')
    return passingFault('proxy-failed', `the proxy cannot be reached: ${reason}`);
  return { ...fault, reason };
}
