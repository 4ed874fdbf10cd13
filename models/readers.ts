import { unknownName } from '../engine/unknown-name.ts';
import { createExtractiveReader, describeExtractive } from './extractive/reader.ts';
import type { Reader } from './reader.ts';

const readers = new Map<string, { readonly about: string; create(): Reader }>([
  ['extractive', { about: describeExtractive, create: createExtractiveReader }],
]);

/** The names that `createReader` knows. */
export const readerNames: readonly string[] = [...readers.keys()];

/** One sentence on what to make of a reader's answers; undefined for an unknown name. */
export function aboutReader(name: string): string | undefined {
  return readers.get(name)?.about;
}

/** Makes the reader of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createReader(name: string): Reader {
  const reader = readers.get(name);
  if (reader !== undefined) return reader.create();
  throw unknownName('model', name, readerNames, '--model');
}
