import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../engine/digest.ts';
import { errorCode } from '../engine/error-code.ts';
import { ExpectedError } from '../engine/expected-error.ts';
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
  /** The longest that the download may take, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Brings a published file into a folder and tells its path. The bytes are checked against the known size and
 * SHA-256 before any of them is written, and the file appears under its name at once and whole. A right file
 * that is already there is left alone; a different one under that name is never overwritten.
 */
export async function fetchFile(options: FetchOptions): Promise<string> {
  const file: PublishedFile = publishedFiles[options.name];
  const target = path.join(options.folder, file.fileName);
  const address = new URL(file.fileName, options.base ?? publisherAddress).href;
  const byHand = `Download ${address} by other means and save it as ${target} (SHA-256 ${file.sha256}).`;

  if (await isPresent(target, file)) {
    options.report({ kind: 'present', path: target });
    return target;
  }
  options.report({ kind: 'fetching', address, bytes: file.bytes });
  const bytes = await download(address, file, options, byHand);
  if (sha256(bytes) !== file.sha256)
    throw failure(
      'wrong-digest',
      `Expected ${sizeOf(file.bytes)} with SHA-256 ${file.sha256}, got ${sizeOf(bytes.length)} with ${sha256(bytes)}; nothing was kept`,
      address,
      byHand,
    );
  await store(target, bytes);
  options.report({ kind: 'stored', path: target, bytes: bytes.length });
  return target;
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

async function download(
  address: string,
  file: PublishedFile,
  options: FetchOptions,
  byHand: string,
): Promise<Uint8Array> {
  const { signal, timeout = 300_000, fetch = globalThis.fetch } = options;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  let response: Response;
  try {
    response = await fetch(address, { signal: limited });
    if (response.ok) return await readAtMost(response, file.bytes + 1);
    await response.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    throw failure(
      'unreachable',
      `The publisher of ${file.fileName} cannot be reached: ${reasonOf(error)}`,
      address,
      byHand,
      error,
    );
  }
  throw failure(
    'refused',
    `Expected ${file.fileName}, got HTTP status ${response.status} ${response.statusText}`,
    address,
    byHand,
  );
}

/** The body of a response, cut off once it is longer than it should be. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks);
}

async function store(target: string, bytes: Uint8Array): Promise<void> {
  const partial = `${target}.${process.pid}.part`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(partial, bytes, { flush: true });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw failure(
      'unwritable',
      `The file cannot be written: ${reasonOf(error)}`,
      target,
      'Name a folder that can be written, on a disk with room.',
      error,
    );
  }
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
