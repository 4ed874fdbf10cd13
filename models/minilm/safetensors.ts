import { z } from 'zod';

/** A tensor in row-major order. */
export interface FloatTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});
type Entry = z.infer<typeof entrySchema>;

/**
 * Reads tensors out of the bytes of a safetensors file: a 64-bit length, that many bytes of JSON which
 * say where each tensor lies, and the tensors. Half precision is widened to single, which is exact.
 */
export class Safetensors {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #body: Buffer;

  constructor(file: Buffer) {
    const headerEnd = 8 + Number(file.readBigUInt64LE(0));
    const header = z.record(z.string(), z.unknown()).parse(JSON.parse(file.toString('utf8', 8, headerEnd)));
    this.#body = file.subarray(headerEnd);
    this.#entries = new Map(
      Object.entries(header)
        .filter(([name]) => name !== '__metadata__')
        .map(([name, entry]) => [name, entrySchema.parse(entry)]),
    );
  }

  /** The tensor of that name; a file without it, or with another precision than F16, is not ours. */
  tensor(name: string): FloatTensor {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`the file holds no tensor ${name}`);
    if (entry.dtype !== 'F16') throw new Error(`tensor ${name}: expected F16, found ${entry.dtype}`);
    const halves = new Uint16Array(new Uint8Array(this.#body.subarray(...entry.data_offsets)).buffer);
    const data = new Float32Array(halves.length);
    for (let i = 0; i < data.length; i += 1) data[i] = singleOfHalf[halves[i] ?? 0] ?? Number.NaN;
    return { shape: entry.shape, data };
  }
}

/** The value of each of the 65,536 half-precision bit patterns (IEEE 754 binary16). */
const singleOfHalf = Float32Array.from({ length: 0x1_00_00 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});
