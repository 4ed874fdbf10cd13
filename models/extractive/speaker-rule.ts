import { notMentioned } from '../../locomo/answer-protocol.ts';
import type { ContextPassage, ReadRequest } from '../reader.ts';
import { contents, endsAsQuestion, splitSentences, utterance } from './passage-text.ts';
import type { Question } from './question.ts';
import { retrievalShares } from './retrieval-share.ts';
import { heldShare, stemsOf } from './stem-weights.ts';
import { tokenize } from './tokens.ts';

/**
 * Chooses between an answer and "not mentioned" by who said it: what the other speaker said of himself is a trap.
 *
 * A text supports the answer by its retrieval score times the share of the answer's own words, those that are not in
 * the question, that it holds; by half of that if it asks. The answer stands if the text with most support is by the
 * speaker asked about, if none gives any, or if the question names no speaker or both.
 */
export function chooseOption(
  question: Question,
  options: readonly [string, string],
  { passages, speakers }: Pick<ReadRequest, 'passages' | 'speakers'>,
): string {
  const refusal = options.find((option) => option === notMentioned);
  const answer = options.find((option) => option !== refusal) ?? options[0];
  if (refusal === undefined || question.named.size !== 1) return answer;

  const shares = retrievalShares(passages);
  const voices = passages.flatMap((passage, rank) => voicesOf(passage, shares[rank] ?? 0, speakers));
  const wanted = new Set([...stemsOf(tokenize(answer))].filter((stem) => !question.stems.has(stem)));
  let best: { support: number; speaker: string | undefined } = { support: 0, speaker: undefined };
  for (const { stems, speaker, retrieval, asks } of voices) {
    const support = retrieval * heldShare(wanted, stems, evenly) * (asks ? 0.5 : 1);
    if (support > best.support) best = { support, speaker };
  }
  return best.speaker === undefined || best.speaker === question.subject ? answer : refusal;
}

const evenly = (): number => 1;

/** A text and whose it is. */
interface Voice {
  readonly speaker: string | undefined;
  readonly stems: ReadonlySet<string>;
  readonly retrieval: number;
  readonly asks: boolean;
}

/**
 * A turn, with the caption of an image it shares, or an observation belongs to its speaker; each sentence of a
 * summary to the speaker it names first.
 */
function voicesOf(passage: ContextPassage, retrieval: number, speakers: readonly [string, string]): Voice[] {
  const { speaker } = passage;
  const text = contents(passage);
  const asks = endsAsQuestion(utterance(passage));
  if (speaker !== undefined) return [{ speaker, stems: stemsOf(tokenize(text)), retrieval, asks }];
  return splitSentences(text).map((part) => ({
    speaker: firstNamed(part, speakers),
    stems: stemsOf(tokenize(part)),
    retrieval,
    asks: endsAsQuestion(part),
  }));
}

/** The speaker whose name stands first in a text; undefined where neither does. */
function firstNamed(text: string, speakers: readonly [string, string]): string | undefined {
  return speakers
    .map((name) => ({ name, position: text.indexOf(name) }))
    .filter(({ position }) => position >= 0)
    .toSorted((a, b) => a.position - b.position)[0]?.name;
}
