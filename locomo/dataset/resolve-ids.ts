import { mendDialogId } from './dialog-id.ts';
import type { NoteRepair } from './repair.ts';

/**
 * The existing dialog ids that strings of ids name: split at commas, semicolons and blanks, mended, without
 * repetitions, in order. What is not as it should be is noted as a repair of its owner.
 */
export function resolveIds(
  strings: readonly string[],
  owner: 'evidence' | 'observation',
  turnIds: ReadonlySet<string>,
  placeOf: (index: number) => string,
  note: NoteRepair,
): readonly string[] {
  const resolved = new Set<string>();
  for (const [index, string] of strings.entries()) {
    const place = placeOf(index);
    const pieces = string.split(/[,;\s]+/).filter((piece) => piece !== '');
    const ids = pieces.map(mendDialogId);
    if (pieces.length > 1)
      note(`${owner}-split`, place, string, ids.filter((id) => id !== undefined).join(', '));
    if (pieces.length === 0) note(`${owner}-unreadable`, place, string);
    for (const [position, piece] of pieces.entries()) {
      const id = ids[position];
      if (id === undefined) {
        note(`${owner}-unreadable`, place, piece);
        continue;
      }
      if (id !== piece) note(`${owner}-repaired`, place, piece, id);
      if (!turnIds.has(id)) note(`${owner}-dangling`, place, id);
      else if (resolved.has(id)) note(`${owner}-repeated`, place, id);
      else resolved.add(id);
    }
  }
  return [...resolved];
}
