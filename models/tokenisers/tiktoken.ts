import type { Tokeniser } from './tokeniser.ts';

const ranks = {
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
};

/** So many pieces of text are remembered with their tokens: the words of some languages. */
const mostRemembered = 100_000;

/**
 * The work grows with the square of a piece's length, so longer ones are counted in parts. No word is as long; of a run
 * of letters that is, a part may have a token too many.
 */
const longestPart = /.{1,200}/gsu;

/** A tokeniser of OpenAI; its table of some megabytes is loaded with it. */
export async function loadTiktoken(name: keyof typeof ranks): Promise<Tokeniser> {
  const [{ Tiktoken }, { default: table }] = await Promise.all([import('js-tiktoken/lite'), ranks[name]()]);
  const encoding = new Tiktoken(table);
  // Tokens never reach beyond such a piece, mostly a word with the blank before it.
  const piece = new RegExp(table.pat_str, 'ug');
  const remembered = new Map<string, number>();

  function countPiece(text: string): number {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    // No text is taken for a special token.
    const count = sum(text.match(longestPart) ?? [], (part) => encoding.encode(part, [], []).length);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(text, count);
    return count;
  }

  return { name, isExact: true, count: (text) => sum(text.match(piece) ?? [], countPiece) };
}

function sum(texts: readonly string[], count: (text: string) => number): number {
  return texts.reduce((total, text) => total + count(text), 0);
}
