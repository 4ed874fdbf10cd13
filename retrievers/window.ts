import type { Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';
import { LexicalWindow, lexicalWindowIdentity } from './window-lexical.ts';

/** Ranks passages by the windows of turns they stand for, matching words alone: no model, no labels. */
export function createLexicalWindow(): Retriever {
  return {
    identity: { retriever: 'window', matching: 'lexical', lexical: lexicalWindowIdentity },
    async open(corpus) {
      const lexical = new LexicalWindow(corpus);
      return { rank: async (query, depth) => topHits(lexical.scores(query.text), depth) };
    },
  };
}
