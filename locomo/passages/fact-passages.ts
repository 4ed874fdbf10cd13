import type { Sample, Session } from '../sample.ts';
import { observationPassages } from './observation-passages.ts';
import type { Passage } from './passage.ts';

/** Each observation with the date of its session in its own words, so that the words of a question match it, too. */
export function factPassages(session: Session, source: Pick<Sample, 'observations'>): readonly Passage[] {
  return observationPassages(session, source).map((passage) => ({
    ...passage,
    id: passage.id.replace('O', 'F'),
    text: passage.text.trim() === '' ? '' : `${passage.dateTime}: ${passage.text}`,
    isDated: true,
  }));
}
