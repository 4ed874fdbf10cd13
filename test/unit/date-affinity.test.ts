import { describe, expect, it } from 'vitest';
import type { Stamp } from '../../locomo/dates.ts';
import { dateAffinity, dateMentions } from '../../retrievers/date-affinity.ts';

const nobody = new Set<string>();

function on(year: number, month: number, day: number): Stamp {
  return { year, month, day, hour: 12, minute: 0 };
}

describe('dates that a question names', () => {
  it.each([
    ['What happened on 7 May 2023?', { year: 2023, month: 5, day: 7 }],
    ['What happened on the 7th of May?', { month: 5, day: 7 }],
    ['What happened on May 7th, 2023?', { year: 2023, month: 5, day: 7 }],
    ['What happened in May, 2023?', { year: 2023, month: 5 }],
    ['What happened in December?', { month: 12 }],
  ])('%s', (question, date) => {
    expect(dateMentions(question, nobody)).toEqual([date]);
  });

  it('can be several, and are none in other words and in names', () => {
    expect(dateMentions('Between 3 June and 4 August?', nobody)).toEqual([
      { month: 6, day: 3 },
      { month: 8, day: 4 },
    ]);
    expect(dateMentions('They may march. Marching, Mayor!', nobody)).toEqual([]);
    expect(dateMentions('Did April visit in June?', new Set(['april']))).toEqual([{ month: 6 }]);
  });
});

describe('affinity of a session to dates', () => {
  it('is whole on the day, and falls faster before it than after', () => {
    const date = [{ year: 2021, month: 5, day: 20 }];
    expect(dateAffinity(date, on(2021, 5, 20))).toBe(1);
    const [before, after] = [dateAffinity(date, on(2021, 5, 17)), dateAffinity(date, on(2021, 5, 23))];
    expect(before).toBeGreaterThan(0.5);
    expect(after).toBeGreaterThan(before);
    expect(dateAffinity(date, on(2022, 5, 20))).toBeLessThan(1e-9);
  });

  it('is a half in a named month and a fifth in the month after, across the turn of the year', () => {
    const december = [{ month: 12 }];
    expect(dateAffinity(december, on(2021, 12, 3))).toBe(0.5);
    expect(dateAffinity(december, on(2022, 1, 30))).toBe(0.2);
    expect(dateAffinity(december, on(2021, 11, 30))).toBe(0);
    expect(dateAffinity([{ year: 2020, month: 12 }], on(2021, 1, 5))).toBe(0.2);
    expect(dateAffinity([{ year: 2020, month: 12 }], on(2020, 1, 5))).toBe(0);
  });

  it('reads a day without a year in the nearest year', () => {
    expect(dateAffinity([{ month: 12, day: 31 }], on(2022, 1, 1))).toBeCloseTo(0.2 + Math.exp(-1 / 7) / 2);
  });

  it('is that of the nearest of several dates, and nothing for none', () => {
    expect(dateAffinity([{ month: 3 }, { month: 5, day: 2 }], on(2021, 5, 2))).toBe(1);
    expect(dateAffinity([], on(2021, 5, 2))).toBe(0);
  });
});
