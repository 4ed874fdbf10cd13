import type { Token } from './tokens.ts';

/** How much a stem tells; at least 0. */
export type StemWeight = (stem: string) => number;

/** The stems of tokens, marks left out. */
export const stemsOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ isWord, stem }) => (isWord ? stem : [])));

/** Inverse document frequency as in BM25, with the given texts as the collection. */
export function inverseFrequency(texts: readonly ReadonlySet<string>[]): StemWeight {
  const frequency = new Map<string, number>();
  for (const stems of texts) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + (texts.length + 0.5) / ((frequency.get(stem) ?? 0) + 0.5));
}

/** The share of the wanted stems that a text holds, by weight, 0 to 1; 0 where nothing is wanted. */
export function heldShare(
  wanted: ReadonlySet<string>,
  held: ReadonlySet<string>,
  weight: StemWeight,
): number {
  let total = 0;
  let found = 0;
  for (const stem of wanted) {
    total += weight(stem);
    if (held.has(stem)) found += weight(stem);
  }
  return total === 0 ? 0 : found / total;
}
