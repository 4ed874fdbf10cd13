import { parseStamp } from '../locomo/dates.ts';
import { words } from '../locomo/text/tokens.ts';
import { askingWeight } from './best-turn.ts';
import { dateAffinity, dateConstants, dateMentions } from './date-affinity.ts';
import type { Corpus, Retriever, RetrievalIndex } from './retriever.ts';
import { topHits } from './top-hits.ts';
import { turnTexts } from './turn-windows.ts';
import { LexicalWindow, lexicalWindowIdentity } from './window-lexical.ts';
import { SoftWindow, softWindowIdentity } from './window-soft.ts';

/** Token vectors find more than words do, so they count double where both are at hand. */
const softShare = 2 / 3;

/** What the date of a session can add to a passage, beside at most 1 for what is said in it. */
const dateWeight = 0.75;

const commonIdentity = {
  retriever: 'window',
  version: 1,
  lexical: lexicalWindowIdentity,
  askingWeight,
  dates: { weight: dateWeight, ...dateConstants },
};

/**
 * Ranks passages by the windows of turns they stand for and by the dates of their sessions. Nothing in it
 * is fitted on labels. With the embedder `none` it matches words alone, otherwise token vectors too.
 */
export function createWindow({ embedder }: { readonly embedder: string }): Retriever {
  return embedder === 'none' ? lexicalWindow() : softWindow();
}

function lexicalWindow(): Retriever {
  return {
    identity: { ...commonIdentity, matching: 'lexical' },
    async open(corpus) {
      const lexical = new LexicalWindow(corpus);
      return indexOf(corpus, async (question) => scaled(lexical.scores(question)));
    },
  };
}

function softWindow(): Retriever {
  return {
    identity: { ...commonIdentity, matching: 'soft', soft: softWindowIdentity, softShare },
    embedding: {
      granularity: 'token',
      passageTexts: ({ sessions }) => turnTexts(sessions),
      queryText: ({ text }) => text,
    },
    async open(corpus, vectors, _folder, signal) {
      const lexical = new LexicalWindow(corpus);
      const soft = await SoftWindow.open(corpus, vectors, signal);
      return indexOf(corpus, async (question) => {
        const said = scaled(lexical.scores(question));
        const meant = scaled(await soft.scores(await vectors.tokens(question, 'query')));
        return meant.map((score, passage) => softShare * score + (1 - softShare) * (said[passage] ?? 0));
      });
    },
  };
}

/** Adds to what a passage says, as scored by `match`, how near its session is to the dates that a question names. */
function indexOf(corpus: Corpus, match: (question: string) => Promise<Float64Array>): RetrievalIndex {
  const names = new Set(corpus.speakers.flatMap(words));
  const stamps = corpus.passages.map((passage) => parseStamp(passage.dateTime));
  return {
    async rank({ text }, depth) {
      const dates = dateMentions(text, names);
      const affinities = stamps.map((stamp) => (stamp === undefined ? 0 : dateAffinity(dates, stamp)));
      const matches = await match(text);
      return topHits(
        matches.map((score, passage) => score + dateWeight * (affinities[passage] ?? 0)),
        depth,
      );
    },
  };
}

/** Scores as shares of the best one; all 0 where nothing matches. */
function scaled(scores: Float64Array): Float64Array {
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0);
  return best === 0 ? scores : scores.map((score) => score / best);
}
