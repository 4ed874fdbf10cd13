import { contentStems } from '../../locomo/text/tokens.ts';
import { Bm25Scorer, countTerms, inverseDocumentFrequency } from '../bm25-scorer.ts';
import type { Corpus } from '../retriever.ts';
import type { Conversation } from './conversation.ts';
import { sharesOfBest } from './feature.ts';
import type { Question } from './question.ts';

/** What tells which passages drawn from turns answer a question, beside the scores of the turns. */
export const passageFeatures = [
  'bestTurn',
  'allTurns',
  'ownWords',
  'ownCoverage',
  'ownSpeaker',
  'ownTokens',
] as const;
type PassageFeature = (typeof passageFeatures)[number];

/** The features of one question: a number for each passage, in the order of the corpus. */
export type PassageColumns = { readonly [feature in PassageFeature]: Float64Array };

const constants = { k1: 1.2, b: 0.75 };

/**
 * Gets ready for the passages of a conversation that are drawn from its turns. What is returned takes a question, the
 * scores of all turns for it, and, where there are token vectors, how near the passages' own come.
 */
export function openPassages(
  { passages }: Pick<Corpus, 'passages'>,
  { turns, names }: Conversation,
): (question: Question, turnScores: Float64Array, ownTokens?: Float64Array) => PassageColumns {
  const placeOf = new Map(turns.map(({ turn, place }) => [turn.id, place]));
  const cited = passages.map(({ turnIds }) => turnIds.flatMap((id) => placeOf.get(id) ?? []));
  const counts = passages.map(({ text }) => countTerms(contentStems(text, names)));
  const idf = inverseDocumentFrequency(counts);
  const scorer = new Bm25Scorer(counts, constants, idf);
  return ({ stems, about }, turnScores, ownTokens = new Float64Array(passages.length)) => {
    // What stands for no turn is as good as the worst of them.
    const least = turnScores.reduce((low, score) => Math.min(low, score), 0);
    const distinct = [...new Set(stems)];
    const total = distinct.reduce((sum, stem) => sum + idf(stem), 0) || 1;
    return {
      bestTurn: Float64Array.from(cited, (places) =>
        places.reduce((best, place) => Math.max(best, turnScores[place] ?? least), least),
      ),
      allTurns: Float64Array.from(cited, (places) => logSumExp(places, turnScores, least)),
      ownWords: sharesOfBest(scorer.scores(stems)),
      ownCoverage: Float64Array.from(
        counts,
        (own) => distinct.reduce((sum, stem) => sum + (own.has(stem) ? idf(stem) : 0), 0) / total,
      ),
      ownSpeaker: Float64Array.from(passages, ({ speaker }) => {
        if (about === undefined || speaker === undefined) return 0;
        return speaker === about ? 1 : -1;
      }),
      ownTokens,
    };
  };
}

/** The logarithm of the sum of what the scores are logarithms of: several good turns are better than one. */
function logSumExp(places: readonly number[], scores: Float64Array, least: number): number {
  const top = places.reduce((best, place) => Math.max(best, scores[place] ?? least), least);
  const sum = places.reduce((mass, place) => mass + Math.exp((scores[place] ?? least) - top), 0);
  return sum === 0 ? least : top + Math.log(sum);
}
