import { canonicalJson } from './json.ts';
import { sha256 } from './digest.ts';
import type { ItemId } from './stage.ts';

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
  if ('$digest' in value) return { $digest: value.$digest };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutPlaces(member)]));
}
