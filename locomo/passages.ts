import { turnText } from './layout.ts';
import type { Database, Passage } from './passage.ts';
import type { Observation, Sample, Session } from './sample.ts';

/** What passages are made from. */
export type PassageSource = Pick<Sample, 'sessions' | 'observations' | 'summaries'>;

/**
 * The passages of one database of a conversation, in the order of the conversation. Summaries and
 * observations without a text are no passages; they keep their number, so ids do not shift.
 */
export function buildPassages(sample: PassageSource, database: Database): readonly Passage[] {
  switch (database) {
    case 'dialog':
      return sample.sessions.flatMap(turnPassages);
    case 'observation':
      return sample.sessions.flatMap((session) => observationPassages(session, sample.observations));
    case 'summary':
      return sample.sessions.flatMap((session) => summaryPassages(session, sample));
  }
}

function turnPassages(session: Session): Passage[] {
  return session.turns.map((turn) => ({
    id: turn.id,
    text: turnText(turn),
    session: session.number,
    dateTime: session.dateTime,
    speaker: turn.speaker,
    evidenceIds: [turn.id],
    turnIds: [turn.id],
  }));
}

function observationPassages(session: Session, observations: readonly Observation[]): Passage[] {
  return observations
    .filter((observation) => observation.session === session.number)
    .map((observation, index) => ({
      id: `O${session.number}:${index + 1}`,
      text: observation.text,
      session: session.number,
      dateTime: session.dateTime,
      speaker: observation.speaker,
      evidenceIds: observation.turnIds,
      turnIds: observation.turnIds,
    }))
    .filter(hasText);
}

function summaryPassages(session: Session, { summaries }: PassageSource): Passage[] {
  const id = `S${session.number}`;
  return summaries
    .filter((summary) => summary.session === session.number)
    .map((summary) => ({
      id,
      text: summary.text,
      session: session.number,
      dateTime: session.dateTime,
      evidenceIds: [id],
      turnIds: session.turns.map((turn) => turn.id),
    }))
    .filter(hasText);
}

function hasText(passage: Passage): boolean {
  return passage.text.trim() !== '';
}
