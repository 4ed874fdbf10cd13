/**
 * The candidate that a mistyped name most likely means: the fewest edits away (an insertion, deletion,
 * substitution or swap), the first of equals; `undefined` where more than a third of the nearest differs.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const tolerated = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (edits <= tolerated && edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Edits between two names, as a table kept row by row; swapped neighbours are one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const substitution = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swap = swapped ? (before[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(substitution, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
