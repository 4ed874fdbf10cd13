/**
 * A protobuf message as a list of pieces. Large tensors stay where they are: pieces are joined by
 * whoever writes them to a file, never in memory.
 */
export type Pieces = readonly Uint8Array[];

const wire = { varint: 0, delimited: 2, fixed32: 5 } as const;

/** A non-negative integer field (int32, int64, enum). */
export function integerField(number: number, value: number): Pieces {
  return [tag(number, wire.varint), varint(value)];
}

/** A 32-bit float field. */
export function floatField(number: number, value: number): Pieces {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [tag(number, wire.fixed32), bytes];
}

/** A string field. */
export function textField(number: number, text: string): Pieces {
  return messageField(number, [Buffer.from(text)]);
}

/** An embedded message, or a `bytes` field when the pieces are its content. */
export function messageField(number: number, message: Pieces): Pieces {
  const length = message.reduce((sum, piece) => sum + piece.byteLength, 0);
  return [tag(number, wire.delimited), varint(length), ...message];
}

function tag(fieldNumber: number, wireType: number): Uint8Array {
  return varint(fieldNumber * 8 + wireType);
}

/** Base-128 digits, the lowest first; the high bit says that more follow. */
function varint(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} has no plain varint form`);
  const digits: number[] = [];
  let rest = value;
  while (rest >= 128) {
    digits.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  digits.push(rest);
  return Uint8Array.from(digits);
}
