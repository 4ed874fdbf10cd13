import { ExpectedError } from '../../engine/expected-error.ts';
import { lineAndColumn } from './text-position.ts';

/**
 * The text of a data file: UTF-8 or UTF-16, with or without a byte order mark, which is dropped.
 * Bytes that are neither are refused with their offset; no character is ever replaced.
 */
export function decodeText(bytes: Uint8Array, fileName: string): string {
  refuseArchive(bytes, fileName);
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const whole = textBeforeCut(bytes, encoding);
    if (whole !== undefined) throw cutCharacter(whole, fileName, cause);
    throw encoding === 'utf-8' ? notUtf8(bytes, fileName, cause) : notUtf16(fileName, cause);
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** JSON begins with an ASCII character, so a zero among the first two bytes, or a mark, tells UTF-16 and its order. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined)) return 'utf-16be';
  return 'utf-8';
}

function refuseArchive([first, second, third, fourth]: Uint8Array, fileName: string): void {
  const isGzip = first === 0x1f && second === 0x8b;
  const isZip = first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
  if (isGzip || isZip)
    throw new ExpectedError({
      code: 'compressed-data',
      message: `Expected JSON, found a ${isGzip ? 'gzip' : 'zip'} archive`,
      where: fileName,
      remedy: 'Unpack it, and name the file inside.',
      exitCode: 2,
    });
}

/** The text of bytes whose only fault is that they end inside a character; otherwise undefined. */
function textBeforeCut(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function cutCharacter(text: string, fileName: string, cause: unknown): ExpectedError {
  const { line, column } = lineAndColumn(text, text.length);
  return new ExpectedError(
    {
      code: 'cut-data',
      message: 'The file ends in the middle, inside a character',
      where: `${fileName}:${line}:${column}`,
      remedy: 'It was probably cut while it was copied or downloaded: get it again.',
      exitCode: 2,
    },
    { cause },
  );
}

function notUtf8(bytes: Uint8Array, fileName: string, cause: unknown): ExpectedError {
  const { offset, before } = firstReplaced(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { line, column } = lineAndColumn(before, before.length);
  const hex = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return new ExpectedError(
    {
      code: 'not-utf8',
      message: `Expected UTF-8, found the byte ${hex} at offset ${offset}, which is not UTF-8`,
      where: `${fileName}:${line}:${column}`,
      remedy: 'Save the file as UTF-8; it was probably written as Latin-1 or Windows-1252.',
      exitCode: 2,
    },
    { cause },
  );
}

function notUtf16(fileName: string, cause: unknown): ExpectedError {
  return new ExpectedError(
    {
      code: 'not-utf16',
      message: 'Expected UTF-16, as the file begins; further on it holds half of a surrogate pair',
      where: fileName,
      remedy: 'Save the file as UTF-8.',
      exitCode: 2,
    },
    { cause },
  );
}

/** The first byte that a lenient decoder replaces by U+FFFD, and the text before it. */
function firstReplaced(bytes: Buffer): { offset: number; before: string } {
  const lenient = bytes.toString('utf8');
  let index = lenient.indexOf('\uFFFD');
  let offset = Buffer.byteLength(lenient.slice(0, index));
  // U+FFFD may also stand in the file itself, as the bytes EF BF BD.
  while (bytes.toString('hex', offset, offset + 3) === 'efbfbd') {
    const next = lenient.indexOf('\uFFFD', index + 1);
    offset += Buffer.byteLength(lenient.slice(index, next));
    index = next;
  }
  return { offset, before: lenient.slice(0, index) };
}
