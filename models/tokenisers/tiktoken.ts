import type { Tokeniser } from './tokeniser.ts';

const ranks = {
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
};

/** A tokeniser of OpenAI; its table of some megabytes is loaded with it. */
export async function loadTiktoken(name: keyof typeof ranks): Promise<Tokeniser> {
  const [{ Tiktoken }, { default: table }] = await Promise.all([import('js-tiktoken/lite'), ranks[name]()]);
  const encoding = new Tiktoken(table);
  return {
    name,
    isExact: true,
    // No text is taken for a special token.
    count: (text) => encoding.encode(text, [], []).length,
  };
}
