import type { Session } from '../sample.ts';
import type { Passage } from './passage.ts';
import { turnsPassage } from './turns-passage.ts';

/** How many turns a window has, and how many of them it shares with the one before; fewer than it has. */
export interface WindowShape {
  readonly size: number;
  readonly overlap: number;
}

/** Windows that slide over a session until they have reached its end; none crosses into another session. */
export function windowPassages(session: Session, { size, overlap }: WindowShape): readonly Passage[] {
  const { number, turns } = session;
  const starts = Array.from(
    { length: Math.max(1, Math.ceil((turns.length - overlap) / (size - overlap))) },
    (_, index) => index * (size - overlap),
  );
  return starts
    .map((start) => ({ start, end: Math.min(start + size, turns.length) }))
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) =>
      turnsPassage(`W${number}:${start + 1}-${end}`, session, turns.slice(start, end)),
    );
}
