import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../engine/digest.ts';
import { errorCode } from '../engine/error-code.ts';
import { ExpectedError } from '../engine/expected-error.ts';
import { takeLock } from '../engine/store/lock.ts';
import { download, Refusal, Unwritable } from './download.ts';
import {
  publishedFiles,
  publisherAddress,
  type PublishedFile,
  type PublishedName,
} from './published-files.ts';

/** What happens while a file is fetched. */
export type FetchEvent =
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'fetching'; readonly address: string; readonly bytes: number }
  /** An earlier download, or the reply before, ended behind so many bytes. */
  | { readonly kind: 'resuming'; readonly have: number; readonly bytes: number }
  /** Another process is fetching the same file. */
  | { readonly kind: 'waiting'; readonly owner: string }
  | { readonly kind: 'stored'; readonly path: string; readonly bytes: number };

export interface FetchOptions {
  readonly name: PublishedName;
  /** Where the file goes; made where it does not exist. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly report: (event: FetchEvent) => void;
  /** The function that makes requests, where another than the global one is wanted (a proxy). */
  readonly fetch?: typeof globalThis.fetch;
  /** The address of the folder that holds the file, with a slash at its end. */
  readonly base?: string;
  /** The longest that one request may take, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Brings a published file into a folder and tells its path. The bytes are checked against the known size and
 * SHA-256 before the file appears under its name, at once and whole. A download that broke off is kept as
 * `<name>.part` and gone on with; of several processes one downloads. A right file that is already there is left
 * alone; a different one under that name is never overwritten.
 */
export async function fetchFile(options: FetchOptions): Promise<string> {
  const file: PublishedFile = publishedFiles[options.name];
  const target = path.join(options.folder, file.fileName);
  if (!(await isPresent(target, file))) {
    const lock = await onDisk(target, () =>
      takeLock(`${target}.lock`, options.signal, (owner) => options.report({ kind: 'waiting', owner })),
    );
    try {
      // While we waited, another process may have brought it.
      if (!(await isPresent(target, file))) return await bring(file, target, options);
    } finally {
      lock.release();
    }
  }
  options.report({ kind: 'present', path: target });
  return target;
}

async function bring(file: PublishedFile, target: string, options: FetchOptions): Promise<string> {
  const { signal, report, timeout = 300_000, fetch = globalThis.fetch } = options;
  const address = new URL(file.fileName, options.base ?? publisherAddress).href;
  const part = `${target}.part`;
  const onResume = (have: number): void => report({ kind: 'resuming', have, bytes: file.bytes });
  const byHand = `Download ${address} by other means and save it as ${target} (SHA-256 ${file.sha256}).`;

  report({ kind: 'fetching', address, bytes: file.bytes });
  for (;;) {
    let isOfOneReply: boolean;
    try {
      isOfOneReply = await download({ address, part, bytes: file.bytes, fetch, signal, timeout, onResume });
    } catch (error) {
      signal.throwIfAborted();
      throw await brokenOff(error, { file, address, part, byHand });
    }
    const found = await readFile(part).catch(() => new Uint8Array());
    if (sha256(found) === file.sha256) break;
    await rm(part, { force: true });
    // What came in parts may be of two files: it is worth one try from the start.
    if (isOfOneReply)
      throw failure(
        'wrong-digest',
        `Expected ${sizeOf(file.bytes)} with SHA-256 ${file.sha256}, got ${sizeOf(found.length)} with ${sha256(found)}; nothing was kept`,
        address,
        byHand,
      );
  }
  await onDisk(target, () => rename(part, target));
  report({ kind: 'stored', path: target, bytes: file.bytes });
  return target;
}

/** Says why a download came to nothing, and what of it is kept. */
async function brokenOff(
  error: unknown,
  about: {
    readonly file: PublishedFile;
    readonly address: string;
    readonly part: string;
    readonly byHand: string;
  },
): Promise<ExpectedError> {
  const { file, address, part, byHand } = about;
  if (error instanceof Unwritable) return unwritable(error, part);
  if (error instanceof Refusal)
    return failure('refused', `Expected ${file.fileName}, got ${error.message}`, address, byHand);
  const have = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const reason = reasonOf(error);
  if (have === 0)
    return failure(
      'unreachable',
      `The publisher of ${file.fileName} cannot be reached: ${reason}`,
      address,
      byHand,
      error,
    );
  const kept = `${have.toLocaleString('en-US')} of ${sizeOf(file.bytes)} are kept`;
  const message = `The download broke off: ${reason}; ${kept}`;
  return failure('broken-off', message, address, `Run the same command again to go on. ${byHand}`, error);
}

async function isPresent(target: string, file: PublishedFile): Promise<boolean> {
  let found: Uint8Array;
  try {
    found = await readFile(target);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw failure(
      'unreadable-file',
      `Expected a file or none, found one that cannot be read (${errorCode(error)})`,
      target,
      'Move it away, or name another folder.',
      error,
    );
  }
  if (sha256(found) === file.sha256) return true;
  throw failure(
    'other-file',
    `Expected the released file or none, found ${sizeOf(found.length)} with SHA-256 ${sha256(found)}`,
    target,
    'Move the file away and fetch again, or name another folder: it is not overwritten.',
  );
}

async function onDisk<T>(target: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // An interruption is told as what it is.
    if (error instanceof DOMException || !(error instanceof Error && 'code' in error)) throw error;
    throw unwritable(error, target);
  }
}

function unwritable(error: unknown, where: string): ExpectedError {
  return failure(
    'unwritable',
    `The file cannot be written: ${reasonOf(error)}`,
    where,
    'Name a folder that can be written, on a disk with room.',
    error,
  );
}

function failure(
  code: string,
  message: string,
  where: string,
  remedy: string,
  cause?: unknown,
): ExpectedError {
  return new ExpectedError({ code, message, where, remedy, exitCode: 1 }, { cause });
}
function sizeOf(bytes: number): string {
  return `${bytes.toLocaleString('en-US')} bytes`;
}
/** The innermost reason of a failed request: `fetch` itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return errorCode(error) ?? error.message;
}
