import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../../models/catalog/catalog.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/run-cli.ts';

const million = 1e6;

function written(content: string): string {
  const file = path.join(temporaryFolder(), 'prices.json');
  writeFileSync(file, content);
  return file;
}

function ownPrices(models: object): ReturnType<typeof readCatalog> {
  return readCatalog(written(JSON.stringify({ asOf: '2026-01-01', models })));
}

describe('the price of a call', () => {
  it('is that of its tokens, of which some are cached', () => {
    const { costOf } = ownPrices({ 'x:m': { input: 2, cachedInput: 0.5, output: 8 } });
    expect(costOf('x:m', { input: million, cachedInput: 0, output: 0 })).toBe(2);
    expect(costOf('x:m', { input: million, cachedInput: million, output: 0 })).toBe(0.5);
    expect(costOf('x:m', { input: million, cachedInput: million / 4, output: million / 2 })).toBe(5.625);
    expect(costOf('x:m', { input: 0, cachedInput: 0, output: 0 })).toBe(0);
  });

  it('counts cached tokens like others, and a reply for nothing, where no price is given for them', () => {
    const { costOf } = ownPrices({ 'x:embedder': { input: 0.02 } });
    expect(costOf('x:embedder', { input: million, cachedInput: million, output: million })).toBe(0.02);
  });

  it('is that of the model for a dated snapshot, unless this is listed itself', () => {
    const { costOf } = ownPrices({ 'x:m': { input: 2 }, 'x:m-2024-05-13': { input: 5 } });
    const usage = { input: million, cachedInput: 0, output: 0 };
    expect(costOf('x:m-2025-01-31', usage)).toBe(2);
    expect(costOf('x:m-2024-05-13', usage)).toBe(5);
  });

  it('is not known, rather than nothing, for a model that is not listed', () => {
    const prices = ownPrices({ 'x:m': { input: 2 } });
    const usage = { input: 1, cachedInput: 0, output: 1 };
    expect(['x:m', 'x:m-large', 'y:m', 'm'].map((model) => prices.costOf(model, usage))).toEqual([
      2e-6,
      undefined,
      undefined,
      undefined,
    ]);
    expect([...prices.unknown]).toEqual(['x:m-large', 'y:m', 'm']);
  });
});

describe('a price file', () => {
  it('ships, with the models of OpenAI', () => {
    const { costOf } = readCatalog();
    const usage = { input: million, cachedInput: 0, output: million };
    expect(costOf('openai:gpt-4o-mini', usage)).toBeCloseTo(0.75, 9);
    expect(costOf('openai:text-embedding-3-small', usage)).toBe(0.02);
  });

  it.each([
    ['nothing at all', undefined, /found none that can be read/],
    ['no JSON', '{', /neither YAML nor JSON/],
    ['a price that is a text', '{"asOf":"x","models":{"m":{"input":"2"}}}', /models\.m\.input is not right/],
    ['a negative price', '{"asOf":"x","models":{"m":{"input":-2}}}', /models\.m\.input is not right/],
    [
      'a misspelt price',
      '{"asOf":"x","models":{"m":{"input":2,"ouput":1}}}',
      /models\.m is not right.*ouput/,
    ],
    ['no date', '{"models":{}}', /asOf is not right \(a date\)/],
  ])('is refused with %s, with its place', (_, content, message) => {
    const file = content === undefined ? path.join(temporaryFolder(), 'none.json') : written(content);
    const failure = failureOf(() => readCatalog(file));
    expect(failure).toMatchObject({ code: 'price-file', where: file, exitCode: 2 });
    expect(failure.message).toMatch(message);
  });
});
