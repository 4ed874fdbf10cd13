import { months } from '../locomo/dates.ts';
import type { Stamp } from '../locomo/dates.ts';

/** A date as far as a question gives it. */
export interface DateMention {
  readonly year?: number;
  /** From 1. */
  readonly month: number;
  readonly day?: number;
}

/** How fast a session stops being about a day: in days, after it and before it. */
export const dateConstants = { monthAfter: 0.4, daysAfter: 7, daysBefore: 4, before: 0.7 };

const ordinal = '(?:st|nd|rd|th)?';
const mention = new RegExp(
  `(?:\\b(?<dayBefore>\\d{1,2})${ordinal}(?: of)? )?\\b(?<month>${months.join('|')})\\b` +
    `(?: (?<dayAfter>\\d{1,2})${ordinal}\\b)?(?:,? (?<year>\\d{4})\\b)?`,
  'g',
);

/**
 * The dates that a question names: `7 May 2023`, `the 7th of May`, `May 7th, 2023`, `May 2023`, `May`.
 * Months in lower case are other words as often as not, and are passed over; so are speakers' names.
 */
export function dateMentions(question: string, names: ReadonlySet<string>): DateMention[] {
  return [...question.matchAll(mention)].flatMap(({ groups }) => {
    const name = groups?.['month'] ?? '';
    if (names.has(name.toLowerCase())) return [];
    const day = groups?.['dayBefore'] ?? groups?.['dayAfter'];
    const year = groups?.['year'];
    return {
      month: months.findIndex((month) => month === name) + 1,
      ...(day === undefined ? {} : { day: Number(day) }),
      ...(year === undefined ? {} : { year: Number(year) }),
    };
  });
}

/**
 * How likely a session tells of one of the dates, from 0 to 1: half for the month, half for the day. What
 * happened is told on the day or soon after; what is planned, some days before.
 */
export function dateAffinity(mentions: readonly DateMention[], session: Stamp): number {
  return mentions.reduce(
    (best, date) => Math.max(best, monthAffinity(date, session) / 2 + dayAffinity(date, session) / 2),
    0,
  );
}

export function monthAffinity({ year, month }: DateMention, session: Stamp): number {
  const passed =
    year === undefined
      ? (session.month - month + 12) % 12
      : (session.year - year) * 12 + session.month - month;
  if (passed === 0) return 1;
  return passed === 1 ? dateConstants.monthAfter : 0;
}

export function dayAffinity({ year, month, day }: DateMention, session: Stamp): number {
  if (day === undefined) return 0;
  const at = Date.UTC(session.year, session.month - 1, session.day);
  const years = year === undefined ? [session.year - 1, session.year, session.year + 1] : [year];
  return Math.max(
    ...years.map((candidate) => decay((at - Date.UTC(candidate, month - 1, day)) / 86_400_000)),
  );
}

function decay(days: number): number {
  if (days >= 0) return Math.exp(-days / dateConstants.daysAfter);
  return dateConstants.before * Math.exp(days / dateConstants.daysBefore);
}
