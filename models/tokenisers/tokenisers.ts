import { unknownName } from '../../engine/unknown-name.ts';
import { loadTiktoken } from './tiktoken.ts';
import type { Tokeniser } from './tokeniser.ts';

/**
 * Tokenisers that are not published, by the one that stands in for them and a margin that keeps a prompt from growing
 * beyond what was counted. Margins are no measurements.
 */
const standIns: { readonly [name: string]: { readonly margin: number } } = {
  claude: { margin: 1.2 },
  gemini: { margin: 1.1 },
  open: { margin: 1.2 },
};

const published = ['o200k_base', 'cl100k_base'] as const;

const loaded = new Map<string, Promise<Tokeniser>>();

/** The tokeniser of a name in the catalogue; it is loaded once. */
export function loadTokeniser(name: string): Promise<Tokeniser> {
  const tokeniser = loaded.get(name) ?? load(name);
  loaded.set(name, tokeniser);
  return tokeniser;
}

async function load(name: string): Promise<Tokeniser> {
  const encoding = published.find((each) => each === name);
  if (encoding !== undefined) return loadTiktoken(encoding);
  const standIn = standIns[name];
  if (standIn === undefined) throw unknownName('tokeniser', name, [...published, ...Object.keys(standIns)]);
  const { count } = await loadTokeniser('o200k_base');
  return { name, isExact: false, count: (text) => Math.ceil(count(text) * standIn.margin) };
}
