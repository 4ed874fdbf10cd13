import { describe, expect, it } from 'vitest';
import { isoDate, parseStamp, stampMinutes } from '../../locomo/dates.ts';

describe('parseStamp', () => {
  it.each([
    ['1:05 pm on 4 March, 2023', { year: 2023, month: 3, day: 4, hour: 13, minute: 5 }],
    ['11:59 am on 31 December, 1999', { year: 1999, month: 12, day: 31, hour: 11, minute: 59 }],
    ['12:30 pm on 29 February, 2024', { year: 2024, month: 2, day: 29, hour: 12, minute: 30 }],
    ['12:30 am on 1 May, 2023', { year: 2023, month: 5, day: 1, hour: 0, minute: 30 }],
  ])('%s', (text, stamp) => {
    expect(parseStamp(text)).toEqual(stamp);
  });

  it.each([
    '',
    '13:05 pm on 4 March, 2023',
    '0:05 am on 4 March, 2023',
    '1:60 pm on 4 March, 2023',
    '1:05 pm on 29 February, 2023',
    '1:05 pm on 0 March, 2023',
    '1:05 pm on 4 Marz, 2023',
    '1:05 PM on 4 March, 2023',
    '1:05 pm on 4 March 2023',
    ' 1:05 pm on 4 March, 2023',
    '4 March, 2023',
  ])('refuses %j', (text) => {
    expect(parseStamp(text)).toBeUndefined();
  });
});

it('stamps are ordered and told apart in minutes, across a change of clocks', () => {
  expect(minutes('12:10 am on 26 March, 2023') - minutes('11:50 pm on 25 March, 2023')).toBe(20);
  expect(minutes('9:00 am on 27 March, 2023') - minutes('9:00 am on 26 March, 2023')).toBe(24 * 60);
});

it('isoDate pads', () => {
  expect(isoDate({ year: 2023, month: 3, day: 4, hour: 23, minute: 59 })).toBe('2023-03-04');
});

function minutes(text: string): number {
  const stamp = parseStamp(text);
  return stamp === undefined ? Number.NaN : stampMinutes(stamp);
}
