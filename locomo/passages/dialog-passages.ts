import { turnText } from '../layout.ts';
import type { Session } from '../sample.ts';
import type { Passage } from './passage.ts';

/** Each turn of a session, whatever it says. */
export function dialogPassages({ number, dateTime, turns }: Session): readonly Passage[] {
  return turns.map((turn) => ({
    id: turn.id,
    text: turnText(turn),
    session: number,
    dateTime,
    speaker: turn.speaker,
    evidenceIds: [turn.id],
    turnIds: [turn.id],
  }));
}
