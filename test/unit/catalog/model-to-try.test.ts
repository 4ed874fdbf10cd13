import { expect, it } from 'vitest';
import { readCatalog } from '../../../models/catalog/catalog.ts';
import { modelToTry } from '../../../models/provider-state.ts';

const catalog = readCatalog();
const state = { about: '', address: null, key: null, served: null };

/** What is tried of a provider. */
function tried(name: string, served: readonly string[] | null = null): string | undefined {
  return modelToTry({ ...state, name, served }, catalog.models, catalog);
}

it('is the cheapest of the catalogue that holds a chat', () => {
  const costOf = (model: string): number =>
    catalog.costOf(model, { input: 1e6, cachedInput: 0, output: 1e6 }) ?? NaN;
  const chosen = tried('openai') ?? '';
  const chats = catalog.models.filter((model) => model.startsWith('openai:') && !model.includes('embedding'));
  expect(chats).toContain(chosen);
  expect(costOf(chosen)).toBe(Math.min(...chats.map(costOf)));
  expect(tried('anthropic')).toMatch(/^anthropic:claude-haiku/);
});

it('is the first that a server on this machine has and that embeds no texts', () => {
  expect(tried('ollama', ['all-minilm:l6', 'nomic-embed-text', 'qwen3:4b', 'llama3'])).toBe(
    'ollama:qwen3:4b',
  );
});

it('is none where no price and no list are known', () => {
  expect(tried('ollama')).toBeUndefined();
  expect(tried('ollama', ['bge-m3'])).toBeUndefined();
});
