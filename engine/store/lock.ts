import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, linkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { diskError } from './disk-error.ts';

const Owner = z.object({ pid: z.int(), host: z.string(), started: z.string(), id: z.string() });
type Owner = z.infer<typeof Owner>;

/** How often a holder touches its lock, and after how long without a touch another machine's lock counts as dead (ms). */
const heartbeat = 5_000;
const deadAfter = 60_000;
const pollEvery = 100;

/** A held lock. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock file at `path`, waiting while a living process holds it. A dead owner is found at once
 * on the same machine (its process is gone, or the number belongs to a younger process), and by its
 * silence on another.
 */
export async function takeLock(
  path: string,
  signal: AbortSignal,
  onWait: (owner: string) => void,
): Promise<Lock> {
  const own: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), id: randomUUID() };
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    if (tryCreate(path, own)) return held(path, own);
    const owner = readOwner(path);
    if (owner !== undefined && !isDead(path, owner)) {
      if (!told) onWait(`process ${owner.pid} on ${owner.host}`);
      told = true;
      await sleep(pollEvery, undefined, { signal });
    } else await removeDead(path, owner);
  }
}

/** Creates the lock with its owner inside, all at once: a link either appears whole or not at all. */
function tryCreate(path: string, owner: Owner): boolean {
  const draft = `${path}.${owner.id}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, JSON.stringify(owner));
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw diskError(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function held(path: string, own: Owner): Lock {
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // Gone or out of reach: the worst that follows is that another process computes the same step.
    }
  }, heartbeat);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      if (readOwner(path)?.id === own.id) rmSync(path, { force: true });
    },
  };
}

/** Removes a dead owner's lock. A second lock guards the removal, so that no living owner's is taken away. */
async function removeDead(path: string, dead: Owner | undefined): Promise<void> {
  const guard = `${path}.removal`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw diskError(error, path);
    if (ageOf(guard) > heartbeat) rmSync(guard, { force: true });
    await sleep(pollEvery);
    return;
  }
  try {
    if (readOwner(path)?.id === dead?.id) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function isDead(path: string, owner: Owner): boolean {
  if (owner.host !== hostname()) return ageOf(path) > deadAfter;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
  return startOf(owner.pid) !== owner.started;
}

/** When a process was started, in the system's own count; empty where that cannot be told. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? '';
  } catch {
    return '';
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return Owner.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Milliseconds since the file was touched; 0 where there is none. */
function ageOf(path: string): number {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched === undefined ? 0 : Date.now() - touched;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
