import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../engine/digest.ts';

/** Paths below a folder of the files whose path matches, with their digests; none where there is no such folder. */
export function digestsBelow(folder: string, pattern: RegExp): { readonly [file: string]: string } {
  const files = filesBelow(folder).filter((file) => pattern.test(file));
  return Object.fromEntries(files.map((file) => [file, sha256(readFileSync(path.join(folder, file)))]));
}

/** The keys in the item logs of a stage, line by line in the order of writing; lines that are not whole are left out. */
export function loggedKeys(store: string, stage: string): readonly string[] {
  return logLines(store, stage).flatMap(keyOf);
}

/** What the item logs of a stage keep, in the order of writing; lines that are not whole are left out. */
export function loggedRecords<T>(store: string, stage: string): readonly T[] {
  return logLines(store, stage).flatMap((line) => {
    try {
      return JSON.parse(line).value.records as T[];
    } catch {
      return [];
    }
  });
}

/** The stages that have an item log. */
export function loggedStages(store: string): readonly string[] {
  return readdirSync(path.join(store, 'items')).toSorted();
}

/** The one log of a stage. */
export function onlyLog(store: string, stage: string): string {
  const [log, ...others] = filesBelow(path.join(store, 'items', stage));
  if (log === undefined || others.length > 0) throw new Error(`not one log of ${stage}`);
  return path.join(store, 'items', stage, log);
}

/** What processes left behind that they should have taken with them: locks and drafts. */
export function leftovers(store: string): readonly string[] {
  return ['locks', 'drafts'].flatMap((folder) => {
    const place = path.join(store, folder);
    return filesBelow(place).concat(readdirSync(place, { encoding: 'utf8' }));
  });
}

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();
  } catch {
    return [];
  }
}

function logLines(store: string, stage: string): string[] {
  const folder = path.join(store, 'items', stage);
  return filesBelow(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'));
}

function keyOf(line: string): string[] {
  try {
    return [String(JSON.parse(line).key)];
  } catch {
    return [];
  }
}
