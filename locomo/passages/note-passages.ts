import type { Sample, Session } from '../sample.ts';
import { observationPassages } from './observation-passages.ts';
import type { Passage } from './passage.ts';

/** A note on each speaker of a session: all observations about him, one behind the other. */
export function notePassages(session: Session, source: Pick<Sample, 'observations'>): readonly Passage[] {
  const observations = observationPassages(session, source).filter(({ text }) => text.trim() !== '');
  const speakers = [...new Set(observations.map(({ speaker }) => speaker))];
  return speakers.map((speaker, index) => {
    const own = observations.filter((observation) => observation.speaker === speaker);
    const turnIds = [...new Set(own.flatMap((observation) => observation.turnIds))];
    return {
      id: `N${session.number}:${index + 1}`,
      text: own.map(({ text }) => text.trim()).join(' '),
      session: session.number,
      dateTime: session.dateTime,
      ...(speaker === undefined ? {} : { speaker }),
      evidenceIds: turnIds,
      turnIds,
      isBlock: true,
    };
  });
}
