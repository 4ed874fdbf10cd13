import type { Sample, Session } from '../sample.ts';
import type { Passage } from './passage.ts';

/** Each observation of a session; it stands for the turns that it cites. */
export function observationPassages(
  { number, dateTime }: Session,
  { observations }: Pick<Sample, 'observations'>,
): readonly Passage[] {
  return observations
    .filter(({ session }) => session === number)
    .map(({ text, speaker, turnIds }, index) => ({
      id: `O${number}:${index + 1}`,
      text,
      session: number,
      dateTime,
      speaker,
      evidenceIds: turnIds,
      turnIds,
    }));
}
