import type { Observation, Sample, SessionEvents, SessionSummary } from '../sample.ts';
import { describe } from './describe.ts';
import type { Field } from './field.ts';
import type { NoteRepair } from './repair.ts';
import { resolveIds } from './resolve-ids.ts';
import {
  bySpeakerSchema,
  eventListSchema,
  eventsSchema,
  observationsSchema,
  read,
  summarySchema,
} from './schema.ts';

/** What is known of a conversation when its memories are read. */
export interface Conversation {
  readonly speakers: readonly [string, string];
  readonly sessionNumbers: readonly number[];
  readonly turnIds: ReadonlySet<string>;
}

/** What memories of a conversation may refer to. */
export function knownOf({ speakers, sessions }: Pick<Sample, 'speakers' | 'sessions'>): Conversation {
  return {
    speakers,
    sessionNumbers: sessions.map((session) => session.number),
    turnIds: new Set(sessions.flatMap((session) => session.turns.map((turn) => turn.id))),
  };
}

const observationName = /^session_(\d+)_observation$/;

/** The observations of a sample: by session, then in the order in which speakers and entries stand there. */
export function readObservations(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly Observation[] {
  return known(bySession(field, observationName), conversation, note).flatMap((memory) =>
    listsOf(memory, conversation.speakers).flatMap(({ list, statements }) => {
      if (statements.length === 0) note('observations-absent', list.place, 'an empty list');
      return statements.map((statement, index) => {
        const { text, turnIds: cited } = statement;
        const entry = list.at(index);
        if (text.trim() === '') note('memory-empty', entry.place, describe(text));
        if (cited.length === 0) note('observation-empty', entry.place, describe(entry.at(1).value));
        const turnIds = resolveIds(cited, 'observation', conversation.turnIds, () => entry.place, note);
        return { ...statement, turnIds };
      });
    }),
  );
}

/**
 * The observations of a sample as they are written, in the order of `readObservations`: `turnIds` holds the strings
 * that are cited, whatever they say, and those of sessions that are not there stand among them.
 */
export function readStatements(field: Field, speakers: readonly [string, string]): readonly Observation[] {
  return bySession(field, observationName).flatMap((memory) =>
    listsOf(memory, speakers).flatMap(({ statements }) => statements),
  );
}

/** The lists of observations of one session, in the order of speakers there. */
function listsOf({ session, entry }: Memory, speakers: readonly [string, string]) {
  return bySpeaker(entry, speakers).map(([speaker, list]) => ({
    list,
    statements: read(list, observationsSchema).map(([text, ids]) => {
      const turnIds = typeof ids === 'string' ? [ids] : (ids ?? []);
      return { session, speaker, text, turnIds };
    }),
  }));
}

const summaryName = /^session_(\d+)_summary$/;

/** The session summaries of a sample, by session. */
export function readSummaries(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly SessionSummary[] {
  return known(bySession(field, summaryName), conversation, note).map(({ session, entry }) => {
    const text = read(entry, summarySchema);
    if (text.trim() === '') note('memory-empty', entry.place, describe(text));
    return { session, text };
  });
}

/** The session summaries of a sample as they are written, those of sessions that are not there among them. */
export function readWrittenSummaries(field: Field): readonly SessionSummary[] {
  return bySession(field, summaryName).map(({ session, entry }) => ({
    session,
    text: read(entry, summarySchema),
  }));
}

/** The event lists of a sample, by session. */
export function readEvents(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly SessionEvents[] {
  return known(bySession(field, /^events_session_(\d+)$/), conversation, note).map(({ session, entry }) => {
    const { date } = read(entry, eventsSchema);
    const lists = bySpeaker(entry, conversation.speakers);
    const events = lists.map(([speaker, list]) => [speaker, read(list, eventListSchema)] as const);
    return { session, date, events: Object.fromEntries(events) };
  });
}

/** What is written about one session. */
interface Memory {
  readonly session: number;
  readonly entry: Field;
}

/** The members that belong to a session, in order of number. */
function bySession(field: Field, pattern: RegExp): readonly Memory[] {
  const entries = Object.keys(field.value ?? {}).flatMap((name) => {
    const digits = pattern.exec(name)?.[1];
    return digits === undefined ? [] : [{ session: Number(digits), entry: field.at(name) }];
  });
  return entries.toSorted((a, b) => a.session - b.session);
}

/** Those of sessions that are there; the others are noted. */
function known(
  memories: readonly Memory[],
  { sessionNumbers }: Conversation,
  note: NoteRepair,
): readonly Memory[] {
  return memories.filter(({ session, entry }) => {
    const isThere = sessionNumbers.includes(session);
    if (!isThere) note('memory-without-session', entry.place, describe(entry.value));
    return isThere;
  });
}

/** The lists of the two speakers, in the order in which they stand there. A list under another name is an error. */
function bySpeaker(field: Field, speakers: readonly [string, string]): readonly (readonly [string, Field])[] {
  const names = Object.keys(read(field, bySpeakerSchema));
  return names.flatMap((name) => {
    const list = field.at(name);
    if (speakers.includes(name)) return [[name, list] as const];
    if (!Array.isArray(list.value)) return [];
    throw list.error(
      'bad-data',
      `a list of ${speakers.join(' or ')}, not of ${JSON.stringify(name)}`,
      'Write the name as in speaker_a or speaker_b.',
    );
  });
}
