import type { Category } from '../sample.ts';
import type { CategoryColumn } from './category-table.ts';

/** What a column of a table holds, by its heading. */
export type Heading =
  { readonly kind: 'overall' | 'n' | 'other' } | ({ readonly kind: 'category' } & CategoryColumn);

const names: readonly (readonly [Category, RegExp])[] = [
  [1, /multi/],
  [2, /tempor|^time/],
  [3, /open|common|world/],
  [4, /single/],
  [5, /advers|unanswerable|abstention/],
];

/**
 * Reads a heading in any usual form: `Multi-Hop`, `multi_hop`, `1 single-hop (282)`, `Cat. 3`. A number in brackets,
 * or behind `n=`, is a count of questions; a single digit before the name, or without one, is the released id.
 */
export function readHeading(heading: string): Heading {
  const text = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[*_`-]+/g, ' ')
    .trim();
  const [, digits] =
    /[([]\s*(?:n\s*=\s*)?(\d[\d,]*)\s*[)\]]|\bn\s*=\s*(\d[\d,]*)/.exec(text)?.filter(Boolean) ?? [];
  const count = digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
  const rest = text.replace(/[([].*|\bn\s*=.*/, '').trim();
  const [, numeral] = /^(?:c(?:at(?:egory)?)?\.?\s*)?([1-5])(?![\d.])/.exec(rest) ?? [];
  const id = readId(numeral);
  const named = names.find(([, pattern]) => pattern.test(rest.replace(/^[^a-z]+/, '')))?.[0] ?? id;
  if (named !== undefined)
    return {
      kind: 'category',
      heading,
      named,
      ...(id === undefined ? {} : { id }),
      ...(count === undefined ? {} : { count }),
    };
  if (/^(?:overall|average|avg|total|all|mean|micro)\b/.test(rest)) return { kind: 'overall' };
  if (/^(?:n|count|questions|number of questions|#)$/.test(rest)) return { kind: 'n' };
  return { kind: 'other' };
}

function readId(numeral: string | undefined): Category | undefined {
  const ids = [1, 2, 3, 4, 5] as const;
  return ids.find((id) => String(id) === numeral);
}
