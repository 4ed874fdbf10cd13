import type { ContextPassage } from '../reader.ts';
import { type Question } from './question.ts';
import { precedingTurn, share, splitSentences, stemsOf, stemWeights, utterance } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** The answer that says the conversation does not tell. */
export const notMentioned = 'Not mentioned in the conversation';

/**
 * Chooses between an answer and "not mentioned" by who said it: an answer that the other speaker gave is a trap.
 * The answer's support in a passage is the IDF share of its own words, scaled by that of the question's words in
 * the passage or the turn before it; questions count less. Where no speaker, or both, are asked about, it stands.
 */
export function chooseOption(
  question: Question,
  options: readonly [string, string],
  speakers: readonly [string, string],
  passages: readonly ContextPassage[],
): string {
  const refusal = options.find((option) => option === notMentioned);
  const answer = options.find((option) => option !== refusal) ?? options[0];
  if (refusal === undefined) return answer;
  const asked = question.named.size === 1 ? question.subject : null;
  if (asked === null) return answer;

  const units = passages.flatMap((passage) => voices(passage, speakers));
  const weight = stemWeights(units.map(({ stems }) => stems));
  const wanted = new Set([...stemsOf(tokenize(answer))].filter((stem) => !question.stems.has(stem)));
  const stemsOfTurn = new Map(units.map(({ id, stems }) => [id, stems]));
  let best = { support: 0, speaker: undefined as string | undefined };
  for (const { id, stems, speaker, isQuestion } of units) {
    const before = stemsOfTurn.get(precedingTurn(id) ?? '') ?? [];
    const context = share(question.stems, new Set([...stems, ...before]), weight);
    const support = share(wanted, stems, weight) * (0.25 + context) * (isQuestion ? 0.7 : 1);
    if (support > best.support) best = { support, speaker };
  }
  return best.speaker === undefined || best.speaker === asked ? answer : refusal;
}

interface Voice {
  readonly id: string;
  readonly speaker: string | undefined;
  readonly stems: ReadonlySet<string>;
  readonly isQuestion: boolean;
}

/** A turn or an observation belongs to its speaker; of a summary each sentence to the speaker it names first. */
function voices(passage: ContextPassage, speakers: readonly [string, string]): Voice[] {
  const text = utterance(passage);
  const voice = (part: string, speaker: string | undefined): Voice => ({
    id: passage.id,
    speaker,
    stems: stemsOf(tokenize(part)),
    isQuestion: part.trimEnd().endsWith('?'),
  });
  if (passage.speaker !== undefined) return [voice(text, passage.speaker)];
  return splitSentences(text).map((part) => {
    const named = speakers
      .filter((name) => part.includes(name))
      .toSorted((a, b) => part.indexOf(a) - part.indexOf(b));
    return voice(part, named[0]);
  });
}
