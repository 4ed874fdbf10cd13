import type { ContextPassage, ReadRequest } from '../reader.ts';
import { endsAsQuestion, precedingTurn, splitSentences, utterance } from './passage-text.ts';
import type { Question } from './question.ts';
import { heldShare, inverseFrequency, stemsOf } from './stem-weights.ts';
import { tokenize } from './tokens.ts';

/** The answer that says the conversation does not tell. */
export const notMentioned = 'Not mentioned in the conversation';

/**
 * Chooses between an answer and "not mentioned" by who said it: what the other speaker said of himself is a trap.
 *
 * The support of the answer in a text is the IDF share of its own words, those that are not in the question,
 * scaled by the share of the question's words in the text or the turn before it; texts that ask count less. The
 * answer stands if the best supporting text is by the speaker asked about, or if one or both are asked about.
 */
export function chooseOption(
  question: Question,
  options: readonly [string, string],
  { passages, speakers }: Pick<ReadRequest, 'passages' | 'speakers'>,
): string {
  const refusal = options.find((option) => option === notMentioned);
  const answer = options.find((option) => option !== refusal) ?? options[0];
  if (refusal === undefined || question.named.size !== 1) return answer;

  const voices = passages.flatMap((passage) => voicesOf(passage, speakers));
  const weight = inverseFrequency(voices.map(({ stems }) => stems));
  const wanted = new Set([...stemsOf(tokenize(answer))].filter((stem) => !question.stems.has(stem)));
  const stemsOfTurn = new Map(voices.map(({ id, stems }) => [id, stems]));
  let best: { support: number; speaker: string | undefined } = { support: 0, speaker: undefined };
  for (const { id, stems, speaker, asks } of voices) {
    const before = stemsOfTurn.get(precedingTurn(id) ?? '') ?? [];
    const topic = heldShare(question.stems, new Set([...stems, ...before]), weight);
    const support = heldShare(wanted, stems, weight) * (0.25 + topic) * (asks ? 0.7 : 1);
    if (support > best.support) best = { support, speaker };
  }
  return best.speaker === undefined || best.speaker === question.subject ? answer : refusal;
}

/** A text and whose it is. */
interface Voice {
  readonly id: string;
  readonly speaker: string | undefined;
  readonly stems: ReadonlySet<string>;
  readonly asks: boolean;
}

/** A turn or an observation belongs to its speaker; each sentence of a summary to the speaker it names first. */
function voicesOf(passage: ContextPassage, speakers: readonly [string, string]): Voice[] {
  const { id, speaker } = passage;
  const text = utterance(passage);
  const parts =
    speaker === undefined
      ? splitSentences(text).map((part) => ({ part, by: firstNamed(part, speakers) }))
      : [{ part: text, by: speaker }];
  return parts.map(({ part, by }) => ({
    id,
    speaker: by,
    stems: stemsOf(tokenize(part)),
    asks: endsAsQuestion(part),
  }));
}

function firstNamed(text: string, speakers: readonly [string, string]): string | undefined {
  const [first, second] = speakers.map((name) => text.indexOf(name));
  if (first === undefined || second === undefined || (first < 0 && second < 0)) return undefined;
  return second < 0 || (first >= 0 && first < second) ? speakers[0] : speakers[1];
}
