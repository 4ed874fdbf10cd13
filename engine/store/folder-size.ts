import { stat } from 'node:fs/promises';
import { filesBelow } from './folder-digest.ts';

/** Bytes of all files below a folder; 0 where there is none. */
export async function folderSize(folder: string): Promise<number> {
  const sizes = (await filesBelow(folder)).map(fileSize);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Bytes of a file; 0 where there is none any more. */
async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
