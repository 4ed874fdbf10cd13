import { stopWords } from '../../locomo/text/stop-words.ts';
import { monthNumber } from './calendar.ts';
import { type NamedDate, namedDate } from './named-date.ts';
import { type Token, tokenize } from './tokens.ts';

/** What sort of answer a question asks for. */
export type QuestionKind =
  | 'day'
  | 'month'
  | 'year'
  | 'duration'
  | 'count'
  | 'yes-no'
  | 'either-or'
  | 'who'
  | 'where'
  | 'why'
  | 'how'
  | 'what';

/** A question as the reader's parts need it. */
export interface Question {
  readonly text: string;
  readonly kind: QuestionKind;
  /** The speaker named first, by the full name; undefined where none is named. */
  readonly subject: string | undefined;
  /** All speakers named. */
  readonly named: ReadonlySet<string>;
  /** Stems of the content words, without the speakers' names and the words of dates. */
  readonly stems: ReadonlySet<string>;
  readonly date: NamedDate | undefined;
}

// Words of asking itself; they are in every question of their kind and match nothing in an answer.
const askingWords = new Set([
  'kind',
  'type',
  'sort',
  'many',
  'much',
  'long',
  'often',
  'ago',
  'when',
  'according',
]);

/** Analyses a question asked about a conversation of two speakers. */
export function analyseQuestion(text: string, speakers: readonly [string, string]): Question {
  const tokens = tokenize(text);
  const speakerOf = (token: Token): string | undefined =>
    speakers.find((name) => isNameOf(token.lower.replace(/'s?$/, ''), name.toLowerCase()));
  const mentioned = tokens.flatMap((token) => (/^\p{Lu}/u.test(token.text) ? (speakerOf(token) ?? []) : []));
  const date = namedDate(text);
  const isDateWord = (word: string): boolean =>
    date !== undefined && (/^\d+(?:st|nd|rd|th)?$/.test(word) || monthNumber(word) === date.month);
  const content = tokens.filter(
    (token) =>
      token.isWord &&
      !stopWords.has(token.lower) &&
      !askingWords.has(token.lower) &&
      !isDateWord(token.lower) &&
      speakerOf(token) === undefined,
  );
  return {
    text,
    kind: kindOf(text),
    subject: mentioned[0],
    named: new Set(mentioned),
    stems: new Set(content.map((token) => token.stem)),
    date,
  };
}

/** A first name, or a nickname of three letters or more that begins it (`Jos` for `Josephine`). */
const isNameOf = (word: string, name: string): boolean =>
  word === name || (word.length >= 3 && name.startsWith(word));

const auxiliary = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|might)\b/i;
const kinds: readonly (readonly [RegExp, QuestionKind])[] = [
  [/\b(?:which|what)(?: \w+)? months?\b/i, 'month'],
  [/\b(?:which|what)(?: \w+)? years?\b/i, 'year'],
  [/^(?:when|around when|(?:on |in )?(?:which|what) (?:date|day|week|weekend)s?)\b/i, 'day'],
  [/\bhow long\b|\bhow many (?:days|weeks|months|years)\b/i, 'duration'],
  [/\bhow (?:many|much|often|old)\b/i, 'count'],
  [/\bwh(?:at|ich)\b/i, 'what'],
  [/\bwho(?:m|se)?\b/i, 'who'],
  [/\bwhere\b/i, 'where'],
  [/\bwhy\b/i, 'why'],
  [/\bhow\b/i, 'how'],
  [/\bwhen\b/i, 'day'],
];

function kindOf(text: string): QuestionKind {
  if (auxiliary.test(text.trim()))
    return /\bor\b/.test(text) && !/yes or no/i.test(text) ? 'either-or' : 'yes-no';
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'what';
}
