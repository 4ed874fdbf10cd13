import { contentStems, words } from '../../locomo/text/tokens.ts';
import { dateMentions, type DateMention } from '../date-affinity.ts';
import type { Conversation } from './conversation.ts';
import type { TokenMatches } from './token-matches.ts';

/** A question, prepared for matching. */
export interface Question {
  readonly text: string;
  /** Of its content words, the speakers' names left out, in order. */
  readonly stems: readonly string[];
  /** The speaker that it names, where it names one alone. */
  readonly about: string | undefined;
  readonly dates: readonly DateMention[];
  /** Whether a time is asked for. */
  readonly wantsTime: boolean;
  /** Whether somebody, a place or the name of something is asked for. */
  readonly wantsName: boolean;
  /** How near the turns come to its word pieces; undefined without token vectors. */
  readonly tokens: TokenMatches | undefined;
}

const time =
  /^\s*(?:when|(?:in|on|at|since|for|by|during)?\s*(?:what|which) (?:date|day|month|year|time|week|season)|how long|how old)\b/i;
const name =
  /\b(?:who|whose|whom|where|which|what(?:'s| is| was| are| were)? the (?:name|title)|called|named|what (?:city|country|state|place|book|band|game|movie|song|breed|brand|company))\b/i;

/** Prepares a question about a conversation. */
export function prepareQuestion(
  text: string,
  { speakers, names }: Pick<Conversation, 'speakers' | 'names'>,
  tokens?: TokenMatches,
): Question {
  const asked = new Set(words(text));
  const named = speakers.filter((speaker) => words(speaker).some((word) => asked.has(word)));
  return {
    text,
    stems: contentStems(text, names),
    about: named.length === 1 ? named[0] : undefined,
    dates: dateMentions(text, names),
    wantsTime: time.test(text),
    wantsName: name.test(text),
    tokens,
  };
}
