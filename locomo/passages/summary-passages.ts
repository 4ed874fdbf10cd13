import type { Sample, Session } from '../sample.ts';
import type { Passage } from './passage.ts';

/** The summary of a session; it stands for all of its turns. */
export function summaryPassages(
  { number, dateTime, turns }: Session,
  { summaries }: Pick<Sample, 'summaries'>,
): readonly Passage[] {
  const id = `S${number}`;
  return summaries
    .filter(({ session }) => session === number)
    .map(({ text }) => ({
      id,
      text,
      session: number,
      dateTime,
      evidenceIds: [id],
      turnIds: turns.map((turn) => turn.id),
    }));
}
