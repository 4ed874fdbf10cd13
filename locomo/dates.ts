/** A moment on the calendar of a conversation. It has no time zone. */
export interface Stamp {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  /** From 0 to 23. */
  readonly hour: number;
  readonly minute: number;
}

/** The English names of the months, January first. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const grammar = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) ([A-Z][a-z]+), (\d{4})$/;

/**
 * Reads a session's stamp, `h:mm am|pm on D Month, YYYY`; undefined where the text is not one or names
 * no day of the calendar.
 *
 * The clock is read literally: `12:09 am` is nine minutes past midnight. The generator of the released
 * conversations draws hours from 9 to 21 and calls noon "am", so there such a stamp means 12:09 in the day;
 * the loader reports them. The order of sessions and the dates are the same under both readings.
 */
export function parseStamp(text: string): Stamp | undefined {
  const [, hourText, minuteText, half, dayText, monthName, yearText] = grammar.exec(text) ?? [];
  const clockHour = Number(hourText);
  const minute = Number(minuteText);
  const day = Number(dayText);
  const year = Number(yearText);
  const month = months.findIndex((name) => name === monthName) + 1;
  const isMoment = clockHour >= 1 && clockHour <= 12 && minute <= 59 && month >= 1;
  if (!isMoment || day < 1 || day > daysInMonth(year, month)) return undefined;
  return { year, month, day, hour: (clockHour % 12) + (half === 'pm' ? 12 : 0), minute };
}

/** Minutes since the first day of 1970, as if the stamp were in UTC: for ordering stamps and for their differences. */
export function stampMinutes(stamp: Stamp): number {
  return Date.UTC(stamp.year, stamp.month - 1, stamp.day, stamp.hour, stamp.minute) / 60_000;
}

/** The stamp's date as `YYYY-MM-DD`. */
export function isoDate(stamp: Stamp): string {
  return new Date(stampMinutes(stamp) * 60_000).toISOString().slice(0, 10);
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
