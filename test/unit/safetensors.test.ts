import { describe, expect, it } from 'vitest';
import { Safetensors } from '../../models/minilm/safetensors.ts';

/** A file of one row of 16-bit numbers, given by their bits. */
function file(dtype: string, bits: readonly number[]): Buffer {
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: { format: 'pt' },
      pad: { dtype: 'F16', shape: [1], data_offsets: [0, 2] },
      row: { dtype, shape: [1, bits.length], data_offsets: [2, 2 + 2 * bits.length] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const body = Buffer.alloc(2 + 2 * bits.length);
  for (const [i, value] of bits.entries()) body.writeUInt16LE(value, 2 + 2 * i);
  return Buffer.concat([length, header, body]);
}

describe('Safetensors', () => {
  it('widens half precision exactly', () => {
    const bits = [0x3c00, 0xc000, 0x3555, 0x7bff, 0x0001, 0x03ff, 0x8000, 0x7c00, 0xfc00, 0x7e00];
    const { shape, data } = new Safetensors(file('F16', bits)).tensor('row');
    expect(shape).toEqual([1, 10]);
    expect(Array.from(data)).toEqual([
      1,
      -2,
      0.333251953125,
      65504,
      2 ** -24,
      1023 * 2 ** -24,
      -0,
      Infinity,
      -Infinity,
      Number.NaN,
    ]);
  });

  it('names a tensor that is not there', () => {
    expect(() => new Safetensors(file('F16', [0])).tensor('column')).toThrow('column');
  });

  it('refuses another precision', () => {
    expect(() => new Safetensors(file('BF16', [0])).tensor('row')).toThrow('expected F16, found BF16');
  });
});
