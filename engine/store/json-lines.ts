import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** One line of a file: where it starts, and its bytes without the line break. */
export interface Line {
  readonly offset: number;
  readonly bytes: Buffer;
  /** False for a last line without a line break: a torn one. */
  readonly whole: boolean;
}

const chunkSize = 1 << 22;
const blockSize = 1 << 16;

/** The lines of a file from a byte on, read piecewise so that a large file never stands in memory whole. */
export async function* linesOf(path: string, from = 0): AsyncGenerator<Line> {
  const file = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (;;) {
      const { bytesRead, buffer } = await file.read({
        buffer: Buffer.allocUnsafe(chunkSize),
        length: chunkSize,
        position: offset + rest.length,
      });
      if (bytesRead === 0) break;
      const chunk =
        rest.length === 0
          ? buffer.subarray(0, bytesRead)
          : Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield { offset: offset + start, bytes: chunk.subarray(start, end), whole: true };
        start = end + 1;
      }
      rest = chunk.subarray(start);
      offset += start;
    }
    if (rest.length > 0) yield { offset, bytes: rest, whole: false };
  } finally {
    await file.close();
  }
}

/** Reads pieces of a file that mostly lie one behind the other: many of them with one look at the disk. */
export class Pieces {
  readonly #path: string;
  #block: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Some bytes of the file. Short where the file ends earlier. */
  at(offset: number, length: number): Buffer {
    if (length > blockSize) return bytesAt(this.#path, offset, length);
    if (offset < this.#start || offset + length > this.#start + this.#block.length) {
      this.#block = bytesAt(this.#path, offset, blockSize);
      this.#start = offset;
    }
    return this.#block.subarray(offset - this.#start, offset - this.#start + length);
  }
}

/** Some bytes of a file. Short where the file ends earlier. */
export function bytesAt(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}
