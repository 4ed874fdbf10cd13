import { months } from '../dates.ts';

const month = `(?:${months.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join('|')}|Sept\\.?)`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`;

/** A comma between a month, or its day, and the year: `25 May, 2022`, `May 25th, 2022`, `May, 2022`. */
const dateComma = new RegExp(String.raw`(?<=\b${month}(?:\s+${day})?\s*),(?=\s*\d{4}\b)`, 'giu');

/** The parts of an answer that lists several things, at every comma as the released scorer splits it, or not inside a date. */
export function splitList(text: string, commas: 'all' | 'outside-dates'): string[] {
  // Scoring deletes commas, so that a date without its own is the same date.
  return (commas === 'all' ? text : text.replace(dateComma, '')).split(',');
}
