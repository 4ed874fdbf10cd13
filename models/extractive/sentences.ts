import type { ContextPassage } from '../reader.ts';
import { parseStamp } from '../../locomo/dates.ts';
import type { Day } from './calendar.ts';
import type { SentenceWeights } from './constants.ts';
import { dateFit, type Question } from './question.ts';
import { type Token, tokenize } from './tokens.ts';
import { firstPerson } from './word-classes.ts';

/** A sentence of a retrieved passage, and how far it may hold the answer. */
export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly passage: ContextPassage;
  /** The day of its session; undefined where the stamp cannot be read. */
  readonly said: Day | undefined;
  readonly bySubject: boolean;
  /** Spoken by the subject about himself. */
  readonly inFirstPerson: boolean;
  readonly isQuestion: boolean;
  /** IDF share of the question's stems that are in it, 0 to 1. */
  readonly overlap: number;
  /** The passage's retrieval score as a share of the best one's. */
  readonly retrieval: number;
  /** Higher is better; comparable within one question. */
  readonly score: number;
  readonly parts: readonly number[];
}

/** What was said or noted in a passage: a turn without its frame `<speaker> said, "…"`, captions left out. */
export function utterance(passage: ContextPassage): string {
  const turn = /^.+? said, "([\s\S]*)"(?: and shared [\s\S]*)?$/.exec(passage.text);
  return turn?.[1] ?? passage.text;
}

/** The sentences of a text, without the white space between them; closing quotes stay with their sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”')\]]*)(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs|e\.g|i\.e)\.)\s+|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Inverse document frequency of stems over the retrieved passages, each at least 0. */
export type StemWeight = (stem: string) => number;

/** The share of the question's stems, weighted, that `stems` holds; 0 where the question has none. */
export function share(wanted: ReadonlySet<string>, stems: ReadonlySet<string>, weight: StemWeight): number {
  let total = 0;
  let held = 0;
  for (const stem of wanted) {
    total += weight(stem);
    if (stems.has(stem)) held += weight(stem);
  }
  return total === 0 ? 0 : held / total;
}

/** IDF as in BM25, with the retrieved passages as the collection. */
export function stemWeights(passages: readonly ReadonlySet<string>[]): StemWeight {
  const frequency = new Map<string, number>();
  for (const stems of passages) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + (passages.length + 0.5) / ((frequency.get(stem) ?? 0) + 0.5));
}

/** The stems of tokens, marks left out. */
export const stemsOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => (token.isWord ? token.stem : [])));

/** Every sentence of the passages with its score, best first; ties in passage order. */
export function scoreSentences(
  question: Question,
  passages: readonly ContextPassage[],
  weights: SentenceWeights,
): Sentence[] {
  const read = passages.map((passage) => {
    const sentences = splitSentences(utterance(passage)).map((text) => ({ text, tokens: tokenize(text) }));
    return { passage, sentences, stems: stemsOf(sentences.flatMap(({ tokens }) => tokens)) };
  });
  const weight = stemWeights(read.map(({ stems }) => stems));
  const best = Math.max(...passages.map(({ score }) => score), 0);
  const stemsOfTurn = new Map(read.map(({ passage, stems }) => [passage.id, stems]));

  const scored = read.flatMap(({ passage, sentences, stems }, rank) => {
    const said = parseStamp(passage.dateTime);
    const before = precedingTurn(passage.id);
    const asked = read.find((other) => other.passage.id === before);
    const askedOverlap =
      asked && asked.passage.text.includes('?')
        ? share(question.stems, stemsOfTurn.get(asked.passage.id) ?? new Set(), weight)
        : 0;
    const retrieval = best > 0 ? passage.score / best : 0;
    const shared =
      weights.passage * share(question.stems, stems, weight) +
      weights.retrieval * retrieval +
      weights.rank / (rank + 1) +
      weights.date * dateFit(question.date, said) +
      weights.asked * askedOverlap;
    return sentences.map(({ text, tokens }): Sentence => {
      const overlap = share(question.stems, stemsOf(tokens), weight);
      const bySubject = isBySubject(question, passage, text);
      const isQuestion = /\?["”')\]]*$/.test(text);
      return {
        text,
        tokens,
        passage,
        said,
        bySubject,
        inFirstPerson: bySubject && tokens.some((token) => firstPerson.has(token.lower)),
        isQuestion,
        overlap,
        retrieval,
        parts: [
          overlap,
          share(question.stems, stems, weight),
          retrieval,
          1 / (rank + 1),
          +bySubject,
          dateFit(question.date, said),
          askedOverlap,
          +isQuestion,
          tokens.length / 20,
          +(sentences[0]?.text === text),
          +passage.text.includes(' and shared '),
          [...question.stems].filter((s) => stemsOf(tokens).has(s)).length / 5,
          +/^(wow|hey|thanks|yeah|that|congrat|sounds|great|awesome|sure)/i.test(text),
          +(passage.speaker !== undefined && question.named.size === 2),
        ],
        score: shared + overlap + (bySubject ? weights.bySubject : 0) + (isQuestion ? weights.isQuestion : 0),
      };
    });
  });
  return scored.toSorted((a, b) => b.score - a.score);
}

/** Summaries have no speaker: there the sentence must name the subject. */
function isBySubject(question: Question, passage: ContextPassage, sentence: string): boolean {
  if (question.subject === null) return false;
  return passage.speaker === undefined
    ? sentence.includes(question.subject)
    : passage.speaker === question.subject;
}

/** The id of the turn before a turn of the same session; null for other passages and first turns. */
export function precedingTurn(id: string): string | null {
  const [, session, turn] = /^D(\d+):(\d+)$/.exec(id) ?? [];
  return turn === undefined || turn === '1' ? null : `D${session}:${Number(turn) - 1}`;
}
