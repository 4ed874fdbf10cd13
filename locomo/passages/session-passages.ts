import type { Session } from '../sample.ts';
import type { Passage } from './passage.ts';
import { turnsPassage } from './turns-passage.ts';

/** A session as a whole: all of its turns, a line for each. */
export function sessionPassages(session: Session): readonly Passage[] {
  const { number, turns } = session;
  return turns.length === 0
    ? []
    : [{ ...turnsPassage(`T${number}`, session, turns), evidenceIds: [`S${number}`] }];
}
