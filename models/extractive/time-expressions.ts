import {
  addDays,
  addMonths,
  type Day,
  formatDay,
  formatMonth,
  monthNumber,
  weekdayName,
  weekdayNumber,
  weekdayOf,
} from './calendar.ts';

/** A point in time that a sentence names, resolved against the day it was said. */
export interface TimeExpression {
  /** As LoCoMo's gold answers phrase it: `The week before 3 March 2021`. */
  readonly phrase: string;
  /** A day inside the period meant. */
  readonly day: Day;
}

type Rule = readonly [
  pattern: RegExp,
  resolve: (match: RegExpExecArray, said: Day) => TimeExpression | undefined,
];

const numbers = ['zero', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const weekday = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?';
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const count =
  '(an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|a couple(?: of)?|a few|few|several)';

const onDay = (day: Day): TimeExpression => ({ phrase: formatDay(day), day });
const inMonth = (day: Day): TimeExpression => ({ phrase: formatMonth(day), day });
const inYear = (year: number, said: Day): TimeExpression => ({
  phrase: String(year),
  day: { ...said, year },
});
const around = (words: string, said: Day, day: Day): TimeExpression => ({
  phrase: `${words} ${formatDay(said)}`,
  day,
});

/** The value of a number word or of digits; undefined for vague ones (`a few`). */
function numberOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (/^\d+$/.test(lower)) return Number(lower);
  if (/^(an?|one)$/.test(lower)) return 1;
  if (lower.startsWith('a couple')) return 2;
  const index = numbers.indexOf(lower);
  return index < 0 ? undefined : index;
}

/** `N units ago`: exact for days, the month or the year for long spans, the released phrase for weeks. */
function ago(amount: string, unit: string, said: Day): TimeExpression {
  const exact = numberOf(amount);
  if (exact === undefined) return { phrase: `${amount} ${unit} before ${formatDay(said)}`, day: said };
  if (unit.startsWith('day')) return onDay(addDays(said, -exact));
  if (unit.startsWith('month')) return inMonth(addMonths(said, -exact));
  if (unit.startsWith('year')) return inYear(said.year - exact, said);
  const day = addDays(said, -7 * exact);
  return around(exact === 1 ? `The ${unit} before` : `${numbers[exact] ?? exact} ${unit} before`, said, day);
}

/** The nearest day with this weekday strictly before (`direction` −1) or after (1) the day of speaking. */
function nearestWeekday(name: string, direction: -1 | 1, said: Day): TimeExpression | undefined {
  const target = weekdayNumber(name);
  if (target === undefined) return undefined;
  const distance = ((((target - weekdayOf(said)) * direction) % 7) + 7) % 7 || 7;
  const word = direction < 0 ? 'before' : 'after';
  return around(`The ${weekdayName(target)} ${word}`, said, addDays(said, direction * distance));
}

/** A day and month without a year, or with one: the year of speaking is the default. */
function named(
  day: string,
  monthName: string,
  year: string | undefined,
  said: Day,
): TimeExpression | undefined {
  const number = monthNumber(monthName);
  if (number === undefined) return undefined;
  return onDay({ year: year === undefined ? said.year : Number(year), month: number, day: Number(day) });
}

/** A month without a day; `last` moves it to the latest one before the month of speaking, `next` to the one after. */
function monthOnly(
  which: string,
  name: string,
  year: string | undefined,
  said: Day,
): TimeExpression | undefined {
  const number = monthNumber(name);
  if (number === undefined) return undefined;
  if (year !== undefined) return inMonth({ year: Number(year), month: number, day: 1 });
  const past = /last/i.test(which) && number >= said.month;
  const future = /next/i.test(which) && number <= said.month;
  return inMonth({ year: said.year + (future ? 1 : past ? -1 : 0), month: number, day: 1 });
}

/** Tried in order; the first that matches speaks for the sentence. */
const rules: readonly Rule[] = [
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\\b,?(?: (\\d{4}))?`, 'i'),
    ([, day, name, year], said) => named(day ?? '', name ?? '', year, said),
  ],
  [
    new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?\\b,?(?: (\\d{4}))?`, 'i'),
    ([, name, day, year], said) => named(day ?? '', name ?? '', year, said),
  ],
  [/\b(?:yesterday|last night|the other night)\b/i, (_, said) => onDay(addDays(said, -1))],
  [/\btomorrow\b/i, (_, said) => onDay(addDays(said, 1))],
  [/\bweek(?:end)? before last\b/i, (_, said) => around('Two weeks before', said, addDays(said, -14))],
  [
    new RegExp(`\\b${count} (days?|weeks?|weekends?|months?|years?) (?:ago|back|earlier)\\b`, 'i'),
    ([, amount, unit], said) => ago(amount ?? '', unit ?? '', said),
  ],
  [
    new RegExp(`\\b(?:last|this past|past)\\s+${weekday}\\b`, 'i'),
    ([, name], said) => nearestWeekday(name ?? '', -1, said),
  ],
  [
    new RegExp(`\\b(?:next|this|this coming)\\s+${weekday}\\b`, 'i'),
    ([, name], said) => nearestWeekday(name ?? '', 1, said),
  ],
  [/\b(?:last|past|over the) weekend\b/i, (_, said) => around('The weekend before', said, addDays(said, -7))],
  [/\bnext weekend\b/i, (_, said) => around('The weekend after', said, addDays(said, 7))],
  [/\bthis weekend\b/i, (_, said) => around('The weekend of', said, said)],
  [/\blast week\b/i, (_, said) => around('The week before', said, addDays(said, -7))],
  [/\bnext week\b/i, (_, said) => around('The week after', said, addDays(said, 7))],
  [/\bthis week\b/i, (_, said) => around('The week of', said, said)],
  [/\b(?:last|past) month\b/i, (_, said) => inMonth(addMonths(said, -1))],
  [/\bnext month\b/i, (_, said) => inMonth(addMonths(said, 1))],
  [/\bthis month\b/i, (_, said) => inMonth(said)],
  [/\b(?:last|past) year\b/i, (_, said) => inYear(said.year - 1, said)],
  [/\bnext year\b/i, (_, said) => inYear(said.year + 1, said)],
  [
    /\b(last|this|next) (summer|winter|spring|fall|autumn)\b/i,
    ([, which, season], said) => {
      const year = said.year + (/last/i.test(which ?? '') ? -1 : /next/i.test(which ?? '') ? 1 : 0);
      return { phrase: `${season} ${year}`, day: { ...said, year } };
    },
  ],
  [
    new RegExp(`\\bon the (\\d{1,2})(?:st|nd|rd|th)\\b`, 'i'),
    ([, day], said) => onDay({ ...said, day: Number(day) }),
  ],
  [
    new RegExp(`\\b(in|last|next|this|since|early|late|until) ${month}\\b,?(?: (\\d{4}))?`, 'i'),
    ([, which, name, year], said) => monthOnly(which ?? '', name ?? '', year, said),
  ],
  [new RegExp(`\\bon ${weekday}\\b`, 'i'), ([, name], said) => nearestWeekday(name ?? '', -1, said)],
  [/\b(?:in|since|of) ((?:19|20)\d\d)\b/i, ([, year], said) => inYear(Number(year), said)],
  [
    new RegExp(`\\bfor (?:about |around |over )?${count} years\\b`, 'i'),
    ([, amount], said) => {
      const years = numberOf(amount ?? '');
      return years === undefined ? undefined : inYear(said.year - years, said);
    },
  ],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i, (_, said) => onDay(said)],
];

/** The first point in time that a sentence said on `said` names; undefined where it names none. */
export function timeExpression(sentence: string, said: Day): TimeExpression | undefined {
  for (const [pattern, resolve] of rules) {
    const match = pattern.exec(sentence);
    const found = match && resolve(match, said);
    if (found) return found;
  }
  return undefined;
}
