import { open } from 'node:fs/promises';
import { bytesAt, linesOf } from './json-lines.ts';
import { intactKey, itemOf } from './log-line.ts';

interface Place {
  readonly offset: number;
  /** Bytes, with the line break. */
  readonly length: number;
}

/** What could be cleared from an item log. */
export interface LogSurvey {
  /** Lines that nothing needs: of items that are not wanted, older ones of an item that is, and damaged ones. */
  readonly lines: number;
  /** Their bytes. */
  readonly bytes: number;
  /** Folders, below the store, that only those lines refer to; and those that the needed ones refer to. */
  readonly released: ReadonlySet<string>;
  readonly referred: ReadonlySet<string>;
  /** Where the needed lines stand, in order. */
  readonly needed: readonly Place[];
}

/** Reads a log through and tells what could be cleared from it when the newest line of each wanted key is needed. */
export async function surveyLog(path: string, wanted: (key: string) => boolean): Promise<LogSurvey> {
  const newest = new Map<string, Place & { readonly folder: string | undefined }>();
  const folders = new Set<string>();
  let lines = 0;
  let end = 0;
  for await (const { offset, bytes, whole } of linesOf(path)) {
    const length = bytes.length + (whole ? 1 : 0);
    end = offset + length;
    if (bytes.length > 0) lines++;
    const key = whole ? intactKey(bytes) : undefined;
    if (key === undefined) continue;
    const folder = folderOf(bytes);
    if (folder !== undefined) folders.add(folder);
    if (wanted(key)) newest.set(key, { offset, length, folder });
  }
  const needed = [...newest.values()].toSorted((a, b) => a.offset - b.offset);
  const referred = new Set(needed.flatMap(({ folder }) => folder ?? []));
  return {
    lines: lines - needed.length,
    bytes: end - needed.reduce((sum, { length }) => sum + length, 0),
    released: new Set([...folders].filter((folder) => !referred.has(folder))),
    referred,
    needed,
  };
}

/** Writes the needed lines of a log into a new file. */
export async function copyLines(log: string, needed: LogSurvey['needed'], to: string): Promise<void> {
  const file = await open(to, 'wx');
  try {
    for (const { offset, length } of needed) await file.writeFile(bytesAt(log, offset, length));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** How many different items were appended to a log behind a byte of it; none where there is no log. */
export async function finishedBehind(path: string, from: number): Promise<number> {
  const keys = new Set<string>();
  try {
    for await (const { bytes, whole } of linesOf(path, from)) {
      const key = whole ? intactKey(bytes) : undefined;
      if (key !== undefined) keys.add(key);
    }
  } catch {
    // No log, or none that can be read: nothing is known to be finished.
  }
  return keys.size;
}

/** The folder that an item wrote. Most write none, and their records need not be parsed to see that. */
function folderOf(line: Buffer): string | undefined {
  return line.includes('"folder":"files/') ? itemOf(line).folder : undefined;
}
