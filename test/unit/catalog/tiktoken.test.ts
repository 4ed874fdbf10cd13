import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { expect, it } from 'vitest';
import { loadTiktoken } from '../../../models/tokenisers/tiktoken.ts';
import { seededRandom } from '../../support/random.ts';

const tricky = [
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  "'s",
  "'LL",
  '’t',
  'Bee',
  'bees',
  'HIVES',
  'ß',
  'é',
  '蜂',
  'ミツ',
  'пчела',
  'น้ำ',
  '🐝',
  '👩‍🌾',
  '7',
  '1234',
  '12,345.6',
  '<|endoftext|>',
  '...',
  '!?',
  '://',
  '_',
  '\u200b',
  '\u00a0',
  '-',
  '"',
  '/',
];

it.each([
  ['o200k_base', o200k],
  ['cl100k_base', cl100k],
] as const)(
  '%s counts what the library makes of the whole text',
  { timeout: 60_000 },
  async (name, table) => {
    const { count } = await loadTiktoken(name);
    const whole = new Tiktoken(table);
    const random = seededRandom(7);
    for (let round = 0; round < 2000; round += 1) {
      const length = Math.floor(random() * 12);
      const text = Array.from({ length }, () => tricky[Math.floor(random() * tricky.length)]).join('');
      expect(count(text), JSON.stringify(text)).toBe(whole.encode(text, [], []).length);
    }
  },
);

it('counts runs of letters that no language has in parts, at most a token too many for each', async () => {
  const { count } = await loadTiktoken('o200k_base');
  const run = 'abcdefghij'.repeat(60);
  const exact = new Tiktoken(o200k).encode(run).length;
  expect(count(run)).toBeGreaterThanOrEqual(exact);
  expect(count(run)).toBeLessThanOrEqual(exact + 3);
  expect(count('🐝'.repeat(400))).toBe(new Tiktoken(o200k).encode('🐝'.repeat(400)).length);
});
