import type { Observation, SessionEvents, SessionSummary } from '../sample.ts';
import { describe, type Field } from './field.ts';
import type { NoteRepair } from './repair.ts';
import { resolveIds } from './resolve-ids.ts';
import { eventsSchema, observationsSchema, read, summarySchema } from './schema.ts';

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
    Object.entries(read(entry, observationsSchema)).flatMap(([speaker, observations]) => {
      const list = entry.at(speaker);
      if (!conversation.speakers.includes(speaker))
        throw list.error(
          'bad-data',
          `observations of ${conversation.speakers.join(' or ')}, not of ${JSON.stringify(speaker)}`,
          'Write the name as in speaker_a or speaker_b.',
        );
      if (observations.length === 0) note('observations-absent', list.place, 'an empty list');
      return observations.map(([text, ids], index) => {
        const { place } = list.at(index);
        const cited = typeof ids === 'string' ? [ids] : (ids ?? []);
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
    if (text.trim() === '') note('summary-empty', entry.place, describe(text));
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
    const { date, ...events } = read(entry, eventsSchema);
    return { session, date, events };
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
