import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';
import { diskError } from './disk-error.ts';
import { newDraft } from './drafts.ts';
import { makeFolder } from './make-folder.ts';
import { hasEnded, ProcessId, thisProcess } from './process-id.ts';

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
  // No two holders ever write the same text.
  const own = JSON.stringify({ ...thisProcess, id: randomUUID() });
  const telling = once(onWait);
  for (;;) {
    await awaitRelease(path, signal, telling);
    if (create(path, own)) return held(path, own);
  }
}

/** Waits while a living process holds the lock file at `path`; one of a dead owner is removed. */
export async function awaitRelease(
  path: string,
  signal: AbortSignal,
  onWait: (owner: string) => void,
): Promise<void> {
  const telling = once(onWait);
  for (;;) {
    signal.throwIfAborted();
    const found = read(path);
    if (found === undefined) return;
    const owner = livingOwner(path, found);
    if (owner === undefined) await removeDead(path, found);
    else {
      telling(`process ${owner.pid} on ${owner.host}`);
      await sleep(pollEvery, undefined, { signal });
    }
  }
}

/** The names of the locks in a folder that living processes hold. */
export async function livingLocks(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => {
    const path = join(folder, name);
    const found = name.endsWith('.lock') ? read(path) : undefined;
    return found !== undefined && livingOwner(path, found) !== undefined;
  });
}

/** Calls a listener the first time only. */
function once(listener: (owner: string) => void): (owner: string) => void {
  let told = false;
  return (owner) => {
    if (!told) listener(owner);
    told = true;
  };
}

/** Removes the locks in a folder whose owners have died. */
export async function removeDeadLocks(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = name.endsWith('.lock') ? read(path) : undefined;
    if (found !== undefined && livingOwner(path, found) === undefined) await removeDead(path, found);
  }
}

/** Creates the lock with its owner inside, all at once: a link either appears whole or not at all. False where there is one. */
function create(path: string, own: string): boolean {
  const draft = newDraft(dirname(path));
  try {
    makeFolder(dirname(path));
    writeFileSync(draft, own);
    return link(draft, path);
  } catch (error) {
    throw diskError(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function held(path: string, own: string): Lock {
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
      if (read(path) === own) rmSync(path, { force: true });
    },
  };
}

/** Removes the lock that was found dead. A second lock guards the removal, so that no living owner's is taken away. */
async function removeDead(path: string, dead: string): Promise<void> {
  const guard = `${path}.removal`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw diskError(error, path);
    if (ageOf(guard) > heartbeat) rmSync(guard, { force: true });
    await sleep(pollEvery);
    return;
  }
  try {
    if (read(path) === dead) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** The owner of a lock; undefined where it is dead, or none is named: then no living process wrote it. */
function livingOwner(path: string, lock: string): ProcessId | undefined {
  const owner = ownerOf(lock);
  const dead = owner === undefined || (hasEnded(owner) ?? ageOf(path) > deadAfter);
  return dead ? undefined : owner;
}

function ownerOf(lock: string): ProcessId | undefined {
  try {
    return ProcessId.safeParse(JSON.parse(lock)).data;
  } catch {
    return undefined;
  }
}

/** The text of a lock; undefined where there is none. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw diskError(error, path);
  }
}

/** Milliseconds since the file was touched; 0 where there is none. */
function ageOf(path: string): number {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched === undefined ? 0 : Date.now() - touched;
}
