import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../error-code.ts';
import { diskError } from './disk-error.ts';
import { linesOf } from './json-lines.ts';
import { intactKey, itemOf, logLine, namedKey, type LoggedItem } from './log-line.ts';
import { makeFolder } from './make-folder.ts';

/** What a scan of a log found. */
export interface LogContents {
  /** Item keys that can be read, with the newest line of each. */
  readonly keys: ReadonlySet<string>;
  /** Lines whose checksum does not fit, counted; those whose item stands whole elsewhere are not missed. */
  readonly damaged: number;
  /** Last lines that a kill cut short, counted likewise. */
  readonly torn: number;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * The append-only log of a kind of item: every finished item is one line, written in one call behind
 * all others, so that several processes may share it and a kill costs no finished item. Each line
 * carries a checksum; a line that does not fit is passed over.
 */
export class ItemLog {
  readonly path: string;
  readonly #places = new Map<string, Place>();
  #file: number | undefined;
  /** Where the last whole line ends as far as this process knows. The file ends elsewhere when another has written. */
  #end = 0;
  /** False once another's bytes were seen: then places are to be found anew. */
  #placed = true;
  #syncedAt = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Bytes in the log; 0 where there is none. */
  get size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Reads the log through, checks every line, and remembers where each key's newest line stands. */
  async scan(): Promise<LogContents> {
    const damaged: string[] = [];
    const torn: string[] = [];
    this.#places.clear();
    this.#placed = true;
    this.#end = 0;
    try {
      for await (const { offset, bytes, whole } of linesOf(this.path)) {
        if (whole) this.#end = offset + bytes.length + 1;
        if (bytes.length === 0) continue;
        const key = whole ? intactKey(bytes) : undefined;
        if (key !== undefined) this.#places.set(key, { offset, length: bytes.length });
        else (whole ? damaged : torn).push(namedKey(bytes));
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw diskError(error, this.path);
    }
    const missed = (lines: readonly string[]): number => lines.filter((key) => !this.#places.has(key)).length;
    return { keys: new Set(this.#places.keys()), damaged: missed(damaged), torn: missed(torn) };
  }

  /**
   * Adds items that were finished together, in one write: a kill keeps all of them or none. They are in the system's
   * hands when this returns, and on the disk within a second.
   */
  append(items: readonly (readonly [key: string, item: LoggedItem])[]): void {
    if (items.length === 0) return;
    try {
      const file = (this.#file ??= this.#open());
      const { size } = fstatSync(file);
      // Bytes that this process does not know may lack their line break: a kill or a full disk cut them short.
      const start = size === this.#end ? size : size + 1;
      const lines = items.map(([key, item]) => Buffer.from(`${logLine(key, item)}\n`));
      const bytes = Buffer.concat([Buffer.from(start === size ? '' : '\n'), ...lines]);
      if (start !== size) this.#placed = false;
      if (writeSync(file, bytes) < bytes.length)
        throw Object.assign(new Error('no space left for a whole line'), { code: 'ENOSPC' });
      this.#end = size + bytes.length;
      let offset = start;
      for (const [index, [key]] of items.entries()) {
        const { length } = lines[index] ?? { length: 0 };
        this.#places.set(key, { offset, length: length - 1 });
        offset += length;
      }
      if (performance.now() - this.#syncedAt > 1000) this.#sync(file);
    } catch (error) {
      throw diskError(error, this.path);
    }
  }

  /** Reads items by key, newest line of each; one that is no longer intact is left out. */
  async *read(keys: readonly string[]): AsyncGenerator<LoggedItem | undefined> {
    if (keys.length === 0) return;
    const file = openSync(this.path, 'r');
    try {
      if (!this.#placed || fstatSync(file).size !== this.#end) await this.scan();
      for (const key of keys) yield this.#readOne(file, key);
    } finally {
      closeSync(file);
    }
  }

  close(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    try {
      this.#sync(file);
    } catch (error) {
      throw diskError(error, this.path);
    } finally {
      closeSync(file);
    }
  }

  #readOne(file: number, key: string): LoggedItem | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const bytes = Buffer.allocUnsafe(place.length);
    readSync(file, bytes, 0, place.length, place.offset);
    return intactKey(bytes) === key ? itemOf(bytes) : undefined;
  }

  #open(): number {
    makeFolder(dirname(this.path));
    return openSync(this.path, 'a');
  }

  #sync(file: number): void {
    fdatasyncSync(file);
    this.#syncedAt = performance.now();
  }
}
