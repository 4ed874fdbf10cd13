import { parseStamp } from '../locomo/dates.ts';
import { words } from '../locomo/text/tokens.ts';
import { askingWeight } from './best-turn.ts';
import { dateAffinity, dateConstants, dateMentions } from './date-affinity.ts';
import type { Corpus, Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';
import { LexicalWindow, lexicalWindowIdentity } from './window-lexical.ts';

/** What the date of a session can add to a passage, beside at most 1 for what it says. */
const dateWeight = 0.75;

/** Ranks passages by the windows of turns they stand for, matching words alone: no model, no labels. */
export function createLexicalWindow(): Retriever {
  return {
    identity: {
      retriever: 'window',
      version: 1,
      matching: 'lexical',
      lexical: lexicalWindowIdentity,
      askingWeight,
      dates: { weight: dateWeight, ...dateConstants },
    },
    async open(corpus) {
      const lexical = new LexicalWindow(corpus);
      const addDates = dateScorer(corpus);
      return {
        rank: async (query, depth) =>
          topHits(addDates(query.text, scaled(lexical.scores(query.text))), depth),
      };
    },
  };
}

/** Scores as shares of the best one; all 0 where nothing matches. */
function scaled(scores: Float64Array): Float64Array {
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0);
  return best === 0 ? scores : scores.map((score) => score / best);
}

/** Adds to each passage how near its session is to the dates that a question names. */
function dateScorer({
  speakers,
  passages,
}: Corpus): (question: string, scores: Float64Array) => Float64Array {
  const names = new Set(speakers.flatMap(words));
  const stamps = passages.map((passage) => parseStamp(passage.dateTime));
  return (question, scores) => {
    const dates = dateMentions(question, names);
    return scores.map((score, passage) => {
      const stamp = stamps[passage];
      return stamp === undefined ? score : score + dateWeight * dateAffinity(dates, stamp);
    });
  };
}
