import type { Observation, SessionEvents, SessionSummary } from '../sample.ts';
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

/** The observations of a sample: by session, then in the order in which speakers and entries stand there. */
export function readObservations(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly Observation[] {
  return bySession(field, /^session_(\d+)_observation$/, conversation, note).flatMap(({ session, entry }) =>
    bySpeaker(entry, conversation.speakers).flatMap(([speaker, list]) => {
      const observations = read(list, observationsSchema);
      if (observations.length === 0) note('observations-absent', list.place, 'an empty list');
      return observations.map(([text, ids], index) => {
        const { place } = list.at(index);
        const cited = typeof ids === 'string' ? [ids] : (ids ?? []);
        if (text.trim() === '') note('memory-empty', place, describe(text));
        if (cited.length === 0) note('observation-empty', place, describe(ids));
        const turnIds = resolveIds(cited, 'observation', conversation.turnIds, () => place, note);
        return { session, speaker, text, turnIds };
      });
    }),
  );
}

/** The session summaries of a sample, by session. */
export function readSummaries(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly SessionSummary[] {
  return bySession(field, /^session_(\d+)_summary$/, conversation, note).map(({ session, entry }) => {
    const text = read(entry, summarySchema);
    if (text.trim() === '') note('memory-empty', entry.place, describe(text));
    return { session, text };
  });
}

/** The event lists of a sample, by session. */
export function readEvents(
  field: Field,
  conversation: Conversation,
  note: NoteRepair,
): readonly SessionEvents[] {
  return bySession(field, /^events_session_(\d+)$/, conversation, note).map(({ session, entry }) => {
    const { date } = read(entry, eventsSchema);
    const lists = bySpeaker(entry, conversation.speakers);
    const events = lists.map(([speaker, list]) => [speaker, read(list, eventListSchema)] as const);
    return { session, date, events: Object.fromEntries(events) };
  });
}

/** The members that belong to a session, in order of number; those of a session that is not there are noted. */
function bySession(
  field: Field,
  pattern: RegExp,
  { sessionNumbers }: Conversation,
  note: NoteRepair,
): readonly { session: number; entry: Field }[] {
  const entries = Object.keys(field.value ?? {}).flatMap((name) => {
    const digits = pattern.exec(name)?.[1];
    return digits === undefined ? [] : [{ session: Number(digits), entry: field.at(name) }];
  });
  for (const { session, entry } of entries)
    if (!sessionNumbers.includes(session)) note('memory-without-session', entry.place, describe(entry.value));
  return entries
    .filter(({ session }) => sessionNumbers.includes(session))
    .toSorted((a, b) => a.session - b.session);
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
