import { describe, expect, it } from 'vitest';
import { floatField, integerField, messageField, textField } from '../../models/onnx/protobuf.ts';

const hex = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('hex');

// The expected bytes of the first three are the examples of the protobuf encoding guide.
describe('protobuf fields', () => {
  it('write integers in base 128, the lowest digit first', () => {
    expect(hex(integerField(1, 150))).toBe('089601');
    expect(hex(integerField(1, 0))).toBe('0800');
    expect(hex(integerField(20, 1))).toBe('a00101');
    expect(hex(integerField(1, 2 ** 35))).toBe('08808080808001');
  });

  it('write texts behind their length', () => {
    expect(hex(textField(2, 'testing'))).toBe('120774657374696e67');
    expect(hex(textField(2, 'é'))).toBe('1202c3a9');
  });

  it('write embedded messages behind their length', () => {
    expect(hex(messageField(3, integerField(1, 150)))).toBe('1a03089601');
  });

  it('write floats in little-endian order', () => {
    expect(hex(floatField(2, 1))).toBe('150000803f');
  });

  it.each([-1, 0.5, 2 ** 53])('refuse %d as an integer', (value) => {
    expect(() => integerField(1, value)).toThrow(RangeError);
  });
});
