import type { ContextPassage, ReadRequest } from '../../models/reader.ts';

const speakers = ['Ines', 'Tomas'] as const;

/** A turn as a retrieved passage; `id` is its dialog id, and its session's day can be given. */
export function turn(id: string, speaker: string, text: string, day = '3 March, 2021'): ContextPassage {
  return {
    id,
    text: `${speaker} said, "${text}"`,
    session: Number(id.slice(1).split(':')[0]),
    dateTime: `6:10 pm on ${day}`,
    speaker,
    evidenceIds: [id],
    turnIds: [id],
    score: 1,
  };
}

/** Passages as retrieved: scores that fall from 1 by equal steps. */
export function ranked(...passages: readonly ContextPassage[]): ContextPassage[] {
  return passages.map((passage, rank) => ({ ...passage, score: 1 - rank / (2 * passages.length) }));
}

/** A question to Ines and Tomas about passages, best first. */
export function asked(
  question: string,
  passages: readonly ContextPassage[],
  options: readonly [string, string] | null = null,
): ReadRequest {
  return { question, speakers, passages: ranked(...passages), wantsDate: false, options };
}
