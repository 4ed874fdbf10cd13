import { sha256 } from '../digest.ts';
import { canonicalJson } from '../json.ts';
import type { Notes } from '../notes.ts';

/** What is kept of a finished item. */
export interface LoggedItem {
  readonly records: readonly object[];
  /** Digest of the files in the item's folder; absent where it wrote none. */
  readonly folder?: string;
  readonly notes?: Notes;
}

const head = /^\{"key":"([0-9a-f]{64})","sum":"([0-9a-f]{16})","value":/;
const headLength = 8 + 64 + 9 + 16 + 10;

/** The line of a finished item, without its line break. */
export function logLine(key: string, item: LoggedItem): string {
  const value = canonicalJson(item);
  return `{"key":"${key}","sum":"${checksum(key, value)}","value":${value}}`;
}

/** The key of a line whose checksum fits; undefined for any other bytes. */
export function intactKey(line: Buffer): string | undefined {
  const { key, sum } = headOf(line);
  if (key === '' || line.at(-1) !== 0x7d) return undefined;
  return checksum(key, line.subarray(headLength, -1)) === sum ? key : undefined;
}

/** The key that stands in front of a line, intact or not; empty where none can be read. */
export function namedKey(line: Buffer): string {
  return headOf(line).key;
}

/** What an intact line keeps. */
export function itemOf(line: Buffer): LoggedItem {
  return JSON.parse(line.toString('utf8', headLength, line.length - 1));
}

function headOf(line: Buffer): { readonly key: string; readonly sum: string } {
  const [, key = '', sum = ''] = head.exec(line.toString('latin1', 0, headLength)) ?? [];
  return { key, sum };
}

function checksum(key: string, value: string | Uint8Array): string {
  return sha256(Buffer.concat([Buffer.from(key), Buffer.from(value)])).slice(0, 16);
}
