import { turnText } from '../layout.ts';
import type { Session, Turn } from '../sample.ts';
import type { Passage } from './passage.ts';

/** Turns of one session as one passage, a line for each. */
export function turnsPassage(id: string, session: Session, turns: readonly Turn[]): Passage {
  const ids = turns.map((turn) => turn.id);
  return {
    id,
    text: turns.map(turnText).join('\n'),
    session: session.number,
    dateTime: session.dateTime,
    evidenceIds: ids,
    turnIds: ids,
    isBlock: true,
  };
}
