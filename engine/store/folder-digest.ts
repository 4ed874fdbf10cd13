import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sha256 } from '../digest.ts';

/** Digest of the names and bytes of all files below a folder; undefined where there are none. */
export async function folderDigest(folder: string): Promise<string | undefined> {
  const files = await filesBelow(folder);
  if (files.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const file of files) {
    const name = relative(folder, file).split(sep).join('/');
    hash.update(`${name} ${sha256(await readFile(file))}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The paths of all files below a folder, in order; none where there is no such folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
