import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const digests = new Map<string, string>();

/** SHA-256 of a file. It is read in pieces, since weights may be larger than memory, and once while it stays as it is. */
export function fileDigest(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const name = `${file} ${size} ${mtimeMs}`;
  const known = digests.get(name);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(4 << 20);
  const descriptor = openSync(file, 'r');
  try {
    for (let read = -1; read !== 0;) {
      read = readSync(descriptor, piece, 0, piece.length, null);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  const digest = hash.digest('hex');
  digests.set(name, digest);
  return digest;
}
