import { counted } from './counted.ts';

/** How many kinds of reason are told. */
const shown = 5;

/** Says why so many things went wrong, the most frequent reason first: a line for each, and one for the rest. */
export function reasonLines(reasons: Iterable<string>): readonly string[] {
  const kinds = new Map<string, { readonly example: string; count: number }>();
  for (const reason of reasons) {
    const kind = kindOf(reason);
    const found = kinds.get(kind);
    if (found === undefined) kinds.set(kind, { example: reason, count: 1 });
    else found.count++;
  }
  const groups = [...kinds.values()].toSorted((a, b) => b.count - a.count);
  const rest = groups.slice(shown);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [
    ...groups.slice(0, shown).map(({ example, count }) => `${count} × ${example}`),
    ...(rest.length === 0 ? [] : [`${others} × ${counted(rest.length, 'other reason')}`]),
  ];
}

/** Reasons that differ in nothing but times and ids are one. */
function kindOf(reason: string): string {
  return reason.replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s|min|h)\b|\b(?=\w*\d)[\w-]{12,}/g, '…');
}
