import type { Category } from './sample.ts';

/** The ids of the question categories, in order. */
export const categoryIds: readonly Category[] = [1, 2, 3, 4, 5];

const names: { readonly [id in Category]: string } = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

/** The name of a category, as the paper assigns it to the released id. */
export function categoryName(id: Category): string {
  return names[id];
}

/**
 * Id, name and number of questions together, as in `1 multi-hop (282)`: other projects number the
 * names differently, and the count tells which is meant.
 */
export function categoryLabel(id: Category, count: number): string {
  return `${id} ${names[id]} (${count})`;
}
