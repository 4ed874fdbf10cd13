import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onDisk } from './disk-error.ts';

/** Writes a whole file so that a reader sees the old bytes or the new ones, never a part. */
export async function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  await onDisk(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeSynced(draft, content);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  });
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
