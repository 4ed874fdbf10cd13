import { createHash } from 'node:crypto';
import { canonicalJson } from './json.ts';

/** SHA-256 of bytes or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** SHA-256 of a value's canonical JSON, as 64 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
