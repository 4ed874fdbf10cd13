import { parseStamp } from '../../locomo/dates.ts';
import type { ContextPassage } from '../reader.ts';
import type { Day } from './calendar.ts';
import { dateFit } from './named-date.ts';
import { endsAsQuestion, precedingTurn, splitSentences, utterance } from './passage-text.ts';
import type { Question } from './question.ts';
import { retrievalShares } from './retrieval-share.ts';
import { heldShare, inverseFrequency, stemsOf } from './stem-weights.ts';
import { type Token, tokenize } from './tokens.ts';

/** A sentence of a retrieved passage, and how far it may hold the answer. */
export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The day of its session; undefined where the stamp cannot be read. */
  readonly said: Day | undefined;
  /** Whether the question's subject said it, or it is about the subject. */
  readonly bySubject: boolean;
  /** The passage's retrieval score as a share of the best one's, 0 to 1. */
  readonly retrieval: number;
  /** Higher is better; comparable within one question. */
  readonly score: number;
}

/**
 * What a sentence gains by each property, where the IDF share of the question's stems that are in it counts 1.
 * Set by hand: fitted ones did no better on conversations left out of the fit.
 */
export const sentenceWeights = {
  /** IDF share of the question's stems in the whole passage. */
  passageOverlap: 0.5,
  retrieval: 0.35,
  /** Divided by the passage's rank. */
  rank: 0.15,
  bySubject: 0.3,
  /** How well the session's day fits a date in the question. */
  date: 0.4,
  /** IDF share of the question's stems in the turn before, where that was retrieved and asks something. */
  answersTurn: 0.3,
  isQuestion: -0.45,
} as const;

/** Every sentence of the passages with its score, best first; ties in passage order. */
export function scoreSentences(question: Question, passages: readonly ContextPassage[]): Sentence[] {
  const read = passages.map((passage) => {
    const sentences = splitSentences(utterance(passage)).map((text) => ({ text, tokens: tokenize(text) }));
    return { passage, sentences, stems: stemsOf(sentences.flatMap(({ tokens }) => tokens)) };
  });
  const weight = inverseFrequency(read.map(({ stems }) => stems));
  const overlapWith = (stems: ReadonlySet<string>): number => heldShare(question.stems, stems, weight);
  const asking = new Map(
    read
      .filter(({ passage }) => passage.text.includes('?'))
      .map(({ passage, stems }) => [passage.id, overlapWith(stems)]),
  );
  const shares = retrievalShares(passages);

  return read
    .flatMap(({ passage, sentences, stems }, index) => {
      const said = parseStamp(passage.dateTime);
      const retrieval = shares[index] ?? 0;
      const passageScore =
        sentenceWeights.passageOverlap * overlapWith(stems) +
        sentenceWeights.retrieval * retrieval +
        sentenceWeights.rank / (index + 1) +
        sentenceWeights.date * dateFit(question.date, said) +
        sentenceWeights.answersTurn * (asking.get(precedingTurn(passage.id) ?? '') ?? 0);
      return sentences.map(({ text, tokens }): Sentence => {
        const bySubject = isBySubject(question, passage, text);
        const score =
          passageScore +
          overlapWith(stemsOf(tokens)) +
          (bySubject ? sentenceWeights.bySubject : 0) +
          (endsAsQuestion(text) ? sentenceWeights.isQuestion : 0);
        return {
          text,
          tokens,
          said,
          bySubject,
          retrieval,
          score,
        };
      });
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Summaries have no speaker: there the sentence must name the subject. */
function isBySubject({ subject }: Question, { speaker }: ContextPassage, sentence: string): boolean {
  if (subject === undefined) return false;
  return speaker === undefined ? sentence.includes(subject) : speaker === subject;
}
