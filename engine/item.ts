import { canonicalJson } from './json.ts';
import { sha256 } from './digest.ts';

/** Names an item among those of its step: small plain data such as `{sampleId, qaIndex}`. */
export type ItemId = { readonly [name: string]: string | number };

/** Refers to the stored records of one upstream item. Only the digest enters a key. */
export interface ItemRef {
  readonly $digest: string;
  readonly stage: string;
  readonly artifact: string;
  readonly item: string;
}

/** Refers to some items of an upstream artifact that are looked up by name. Only the digest, which covers those items, enters a key. */
export interface TableRef {
  readonly $digest: string;
  readonly stage: string;
  readonly artifact: string;
}

/** An item's id as one line of text, such as `conv-26/12`; unique within its step. */
export function itemName(id: ItemId): string {
  return Object.values(id).join('/');
}

/**
 * The key of an item within its log: SHA-256 of the canonical JSON of its input, in which a reference
 * stands for its digest alone, so that it does not matter where the content is stored.
 */
export function itemKey(input: unknown): string {
  return sha256(canonicalJson(withoutPlaces(input)));
}

function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (value === null || typeof value !== 'object') return value;
  if (isReference(value)) return { $digest: value.$digest };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutPlaces(member)]));
}

/** True for an `ItemRef` or a `TableRef`, and for no other object that happens to have one of their fields. */
function isReference(value: object): value is TableRef {
  const { length } = Object.keys(value);
  const isTable = '$digest' in value && 'stage' in value && 'artifact' in value;
  return isTable && (length === 3 || (length === 4 && 'item' in value));
}
