import { expect, it } from 'vitest';
import { retryAfter, waitInWords } from '../../../models/remote/retry-after.ts';

const now = Date.parse('Mon, 01 Jan 2024 12:00:00 GMT');

it.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '2' }, 2000],
  ['no wait at all', { 'retry-after': '0' }, 0],
  ['a fraction of a second', { 'retry-after': ' 0.25 ' }, 250],
  ['a day', { 'retry-after': '86400' }, 86_400_000],
  ['an HTTP date', { 'retry-after': 'Mon, 01 Jan 2024 12:00:03 GMT' }, 3000],
  ['an HTTP date in the form of RFC 850', { 'retry-after': 'Monday, 01-Jan-24 12:00:03 GMT' }, 3000],
  ['an HTTP date in the form of asctime', { 'retry-after': 'Mon Jan  1 12:00:03 2024 GMT' }, 3000],
  ['a date that is over', { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 0],
  [
    "a date by the server's own clock",
    { 'retry-after': 'Mon, 01 Jan 2024 09:00:05 GMT', date: 'Mon, 01 Jan 2024 09:00:00 GMT' },
    5000,
  ],
  ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
  ['milliseconds before seconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
  ['seconds where the milliseconds are garbage', { 'retry-after-ms': 'soon', 'retry-after': '2' }, 2000],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['words', { 'retry-after': 'soon' }, undefined],
  ['a day of the week', { 'retry-after': 'Monday, perhaps' }, undefined],
  ['nothing', { 'retry-after': '' }, undefined],
  ['no header', {}, undefined],
  ['NaN', { 'retry-after': 'NaN' }, undefined],
  ['Infinity', { 'retry-after': 'Infinity' }, undefined],
  [
    'requests that are used up',
    { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' },
    90_000,
  ],
  [
    'requests that are left',
    { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '1m30s' },
    undefined,
  ],
  [
    'the longer of two that are used up',
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '850ms',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    360_000,
  ],
  ['a reset in plain seconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '12' }, 12_000],
  [
    'a reset in seconds since the epoch',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 7) },
    7000,
  ],
  [
    'a reset in milliseconds since the epoch',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 7000) },
    7000,
  ],
])('understands %s', (_, headers, expected) => {
  expect(retryAfter(new Headers(headers), now)).toBe(expected);
});

it.each<[string, number | undefined]>([
  ['Rate limit reached. Please try again in 1.2s. Visit the site.', 1200],
  ['Please try again in 20ms.', 20],
  ['Please try again in 6m0s.', 360_000],
  ['Please retry after 31 seconds.', 31_000],
  ['Try again in 1 minute 5 seconds', 65_000],
  ['Try again later.', undefined],
  ['The answer is 3s.', undefined],
])('reads the wait in “%s”', (message, expected) => {
  expect(waitInWords(message)).toBe(expected);
});
