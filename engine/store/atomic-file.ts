import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onDisk } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a whole file so that a reader sees the old bytes or the new ones, never a part. What stands at the path and is
 * no plain file, such as `/dev/stdout`, a pipe or a link, is written into: a rename would put a file in its place.
 */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  await onDisk(path, async () => {
    makeFolder(dirname(path));
    if (await isSpecial(path)) return writeFile(path, content);
    try {
      await writeSynced(draft, content);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
}

async function isSpecial(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isFile();
  } catch {
    return false;
  }
}

/** Writes a new file and waits until the disk has it. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
