import type { Stamp } from '../../locomo/dates.ts';

/** A day of the calendar; `month` counts from 1. */
export type Day = Pick<Stamp, 'year' | 'month' | 'day'>;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const millisecondsPerDay = 86_400_000;

const timeOf = (day: Day): number => Date.UTC(day.year, day.month - 1, day.day);

function dayAt(time: number): Day {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The number of a month by its English name or an abbreviation of three letters or more; undefined for other words. */
export function monthNumber(word: string): number | undefined {
  const prefix = word.toLowerCase();
  const index = prefix.length < 3 ? -1 : months.findIndex((name) => name.toLowerCase().startsWith(prefix));
  return index < 0 ? undefined : index + 1;
}

/** The weekday that an English name or an abbreviation such as `Tues` means, Sunday being 0; undefined for other words. */
export function weekdayNumber(word: string): number | undefined {
  const prefix = word.toLowerCase();
  const index = prefix.length < 3 ? -1 : weekdays.findIndex((name) => name.toLowerCase().startsWith(prefix));
  return index < 0 ? undefined : index;
}

/** The English name of a weekday, Sunday being 0. */
export const weekdayName = (weekday: number): string => weekdays[weekday % 7] ?? '';

/** The weekday of a day, Sunday being 0. */
export const weekdayOf = (day: Day): number => new Date(timeOf(day)).getUTCDay();

/** The day that lies `count` days later, or earlier where `count` is negative. */
export const addDays = (day: Day, count: number): Day => dayAt(timeOf(day) + count * millisecondsPerDay);

/** The first day of the month that lies `count` months later, or earlier where `count` is negative. */
export const addMonths = (day: Day, count: number): Day =>
  dayAt(Date.UTC(day.year, day.month - 1 + count, 1));

/** Days from `from` to `to`; negative where `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (timeOf(to) - timeOf(from)) / millisecondsPerDay;

/** A day as LoCoMo's gold answers write it: `3 March 2021`. */
export const formatDay = (day: Day): string => `${day.day} ${formatMonth(day)}`;

/** A month as LoCoMo's gold answers write it: `March 2021`. */
export const formatMonth = (day: Day): string => `${months[day.month - 1]} ${day.year}`;
