import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../../models/catalog/catalog.ts';
import { loadTokeniser } from '../../../models/tokenisers/tokenisers.ts';
import { modelsForTests } from '../../support/models.ts';

const catalog = readCatalog();

describe('the catalogue', () => {
  it('knows windows, prices and tokenisers, of dated snapshots and sizes too', () => {
    expect(catalog.factsOf('openai:gpt-4o-mini-2024-07-18')).toMatchObject({
      contextTokens: 128_000,
      tokeniser: 'o200k_base',
      price: { input: 0.15, output: 0.6, batchShare: 0.5 },
    });
    expect(catalog.factsOf('anthropic:claude-haiku-4-5-20251001').contextTokens).toBe(200_000);
    expect(catalog.factsOf('ollama:llama3:70b')).toMatchObject({ contextTokens: 8192, price: null });
  });

  it('says that it does not know', () => {
    const { contextTokens, replyTokens, price } = catalog.factsOf('openai:nobody-knows');
    expect([contextTokens, replyTokens, price]).toEqual([null, null, null]);
  });

  it('names only tokenisers that there are, and only models of aliases that a provider has', async () => {
    for (const model of catalog.models)
      await expect(loadTokeniser(catalog.factsOf(model).tokeniser)).resolves.toMatchObject({});
    for (const name of ['gpt-3.5-turbo-16k', 'claude-sonnet', 'gemini-pro-1.0', 'mistral-instruct-7b-32k-v2'])
      expect(catalog.aliasOf(name)?.model).toMatch(/^(openai|anthropic|google-genai|ollama):/);
  });

  it('finds the provider of a bare name, and leaves whole names alone', () => {
    expect(catalog.aliasOf('gpt-4o-mini')).toMatchObject({ model: 'openai:gpt-4o-mini' });
    expect(catalog.aliasOf('gpt-3.5-turbo-16k')).toMatchObject({ contextTokens: 16_000 });
    for (const name of ['openai:gpt-4o-mini', 'extractive', 'openai:any', 'constructor'])
      expect(catalog.aliasOf(name)).toBeUndefined();
  });

  it('prices what a provider is told to keep', () => {
    const usage = { input: 1e6, cachedInput: 4e5, cacheWrite: 5e5, output: 0 };
    // 0.1 million tokens at 3 dollars, 0.4 at 0.3, 0.5 at 3.75.
    expect(catalog.costOf('anthropic:claude-sonnet-4-5', usage)).toBeCloseTo(0.3 + 0.12 + 1.875, 9);
  });
});

describe('tokenisers', () => {
  it('count as OpenAI does, and take no text for a special token', async () => {
    const { count, isExact } = await loadTokeniser('o200k_base');
    expect(isExact).toBe(true);
    expect(count('')).toBe(0);
    expect(count('hello world')).toBe(2);
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
    expect((await loadTokeniser('cl100k_base')).count('tiktoken is great!')).toBe(6);
  });

  it('that are not published are estimated upwards, and say so', async () => {
    const claude = await modelsForTests().tokeniserOf('anthropic:claude-sonnet-4-5');
    const exact = await loadTokeniser('o200k_base');
    const text = 'Mira paddled across the lake before breakfast. '.repeat(20);
    expect(claude.isExact).toBe(false);
    expect(claude.count(text)).toBeGreaterThan(exact.count(text));
  });
});
