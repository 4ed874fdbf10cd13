import { open, rm, stat } from 'node:fs/promises';
import { inTime } from '../engine/in-time.ts';

/** What is to be downloaded, and where to. */
export interface Download {
  readonly address: string;
  /** Where the bytes go; those that are there already are not asked for again. */
  readonly part: string;
  /** How many the whole has. No more than one further byte is taken. */
  readonly bytes: number;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** The longest that one request may take, in milliseconds. */
  readonly timeout: number;
  /** Called when a download goes on behind so many bytes. */
  readonly onResume: (have: number) => void;
}

/** How often a download that breaks off is gone on with; each time it must have come further. */
const resumptions = 10;

/** Thrown where the server refuses, with its status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Thrown where the disk refuses. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

/**
 * Downloads into a file, going on where an earlier download broke off. True where all bytes are of one reply:
 * those of several may be of different files, if the server's has changed in between.
 */
export async function download(from: Download): Promise<boolean> {
  const { part, signal, bytes, onResume } = from;
  let have = await sizeOf(part);
  for (let tries = 0; have < bytes; tries++) {
    if (have > 0) onResume(have);
    try {
      return (await receive(from, have)) === 'whole';
    } catch (error) {
      signal.throwIfAborted();
      const came = await sizeOf(part);
      const isFinal = error instanceof Refusal || error instanceof Unwritable;
      if (isFinal || came <= have || tries === resumptions) throw error;
      have = came;
    } finally {
      if ((await sizeOf(part)) === 0) await rm(part, { force: true });
    }
  }
  return false;
}

/** Bytes in a file; 0 where there is none. */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}

/** Takes one reply: the rest of the file behind `have` bytes, or the whole where the server gives no parts. */
function receive(from: Download, have: number): Promise<'rest' | 'whole'> {
  const { signal, timeout } = from;
  const late = (): Error => new Error(`no whole answer within ${timeout / 1000} s`);
  return inTime((inner) => receiveUnder(inner, from, have), timeout, late, signal);
}

async function receiveUnder(signal: AbortSignal, from: Download, have: number): Promise<'rest' | 'whole'> {
  const { address, bytes, fetch, part } = from;
  const response = await fetch(address, {
    // Compressed bytes could not be counted.
    headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
    signal,
  });
  const isRest = response.status === 206;
  const fits = response.headers.get('content-range')?.startsWith(`bytes ${have}-${bytes - 1}/`) ?? false;
  if (have > 0 && ((isRest && !fits) || response.status === 416)) {
    // What is there is no part of what the server has.
    await response.body?.cancel();
    return receiveUnder(signal, from, 0);
  }
  if (response.status !== 200 && !(have > 0 && isRest)) {
    await response.body?.cancel();
    throw new Refusal(`HTTP status ${response.status} ${response.statusText}`.trim());
  }
  await write(part, isRest ? 'a' : 'w', response.body ?? [], isRest ? bytes + 1 - have : bytes + 1);
  return isRest ? 'rest' : 'whole';
}

async function write(
  part: string,
  flag: 'a' | 'w',
  body: AsyncIterable<Uint8Array> | readonly never[],
  most: number,
): Promise<void> {
  const file = await onDisk(() => open(part, flag));
  try {
    let left = most;
    for await (const chunk of body) {
      const taken = chunk.subarray(0, left);
      await onDisk(() => file.writeFile(taken));
      left -= taken.length;
      if (left === 0) break;
    }
    await onDisk(() => file.sync());
  } finally {
    await file.close();
  }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Unwritable('the file cannot be written', { cause: error });
  }
}
