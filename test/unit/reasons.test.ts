import { expect, it } from 'vitest';
import { reasonLines } from '../../report/reasons.ts';

it('groups equal reasons, the most frequent first', () => {
  expect(reasonLines(['a', 'b', 'b', 'a', 'b'])).toEqual(['3 × b', '2 × a']);
  expect(reasonLines([])).toEqual([]);
});

it('takes reasons that differ in times and ids for one', () => {
  const reasons = [
    'HTTP 429 after 5 tries, try again in 1.2s (request req_9fa28dd771c2)',
    'HTTP 429 after 5 tries, try again in 871ms (request req_04b11c90de5a)',
    'HTTP 503 after 5 tries',
  ];
  expect(reasonLines(reasons)).toEqual([`2 × ${reasons[0]}`, `1 × ${reasons[2]}`]);
});

it('tells five reasons and counts the others', () => {
  const reasons = [...'aabcdefg'];
  expect(reasonLines(reasons)).toEqual(['2 × a', '1 × b', '1 × c', '1 × d', '1 × e', '2 × 2 other reasons']);
});
