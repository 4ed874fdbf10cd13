import { type Day, daysBetween, monthNumber } from './calendar.ts';

/** A date that a question names; what it leaves open is null. */
export interface NamedDate {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

/** The first date with a month that a text names, else the first year; undefined where it names none. */
export function namedDate(text: string): NamedDate | undefined {
  const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0];
  for (const { 1: before, 2: word, 3: after } of text.matchAll(
    /(?:\b(\d{1,2})(?:st|nd|rd|th)? )?\b(\p{Lu}\p{L}{2,8})\b\.?(?: (\d{1,2})(?:st|nd|rd|th)?\b)?/gu,
  )) {
    const month = monthNumber(word ?? '');
    const day = before ?? after;
    if (month !== undefined)
      return { year: year ? Number(year) : null, month, day: day === undefined ? null : Number(day) };
  }
  return year === undefined ? undefined : { year: Number(year), month: null, day: null };
}

/**
 * How well a session fits the date that a question names, 0 to 1: a named day counts for the sessions of the
 * two weeks after it (things are told afterwards), a month or a year for its own sessions.
 */
export function dateFit(date: NamedDate | undefined, session: Day | undefined): number {
  if (date === undefined || session === undefined) return 0;
  if (date.year !== null && date.year !== session.year) return 0;
  if (date.month === null) return 0.5;
  if (date.day === null) return date.month === session.month ? 1 : 0;
  const days = daysBetween({ year: date.year ?? session.year, month: date.month, day: date.day }, session);
  return days >= 0 ? Math.exp(-days / 7) : days >= -2 ? 0.5 : 0;
}
