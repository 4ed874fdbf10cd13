import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errorCode } from '../error-code.ts';

/** Names a process among all that may share a store. */
export const ProcessId = z.object({
  pid: z.int(),
  /** When the process was started, in the system's own count; empty where that cannot be told. */
  started: z.string(),
  /** The machine, and within it the namespace in which the number counts: containers may share a host's name. */
  host: z.string(),
});
export type ProcessId = z.infer<typeof ProcessId>;

/** The process that this is. */
export const thisProcess: ProcessId = { pid: process.pid, started: startOf(process.pid), host: thisHost() };

/** Whether a process has ended; undefined where that cannot be seen from here. Where only its number is known, that counts. */
export function hasEnded({
  pid,
  started = startOf(pid),
  host = thisProcess.host,
}: Pick<ProcessId, 'pid'> & Partial<ProcessId>): boolean | undefined {
  if (host !== thisProcess.host) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  // The number may belong to a younger process by now.
  return startOf(pid) !== started;
}

function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    // A zombie has ended; nobody has asked for its exit code yet.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function thisHost(): string {
  try {
    return `${hostname()}-${/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]}`;
  } catch {
    return hostname();
  }
}
