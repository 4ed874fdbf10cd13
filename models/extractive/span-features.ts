import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import { isFunctionWord, isOf, type WordClass } from './word-classes.ts';

/** A run of words of a sentence, as a possible answer. */
export interface Span {
  readonly sentence: Sentence;
  /** Position of its first token. */
  readonly from: number;
  /** Position after its last token. */
  readonly to: number;
}

/** What a feature looks at. */
interface View {
  readonly question: Question;
  readonly sentence: Sentence;
  readonly first: Token;
  readonly last: Token;
  /** The neighbours; undefined at the ends of the sentence. */
  readonly before: Token | undefined;
  readonly after: Token | undefined;
  readonly words: number;
  /** 1 for a word of the question right before the span, falling to 0 seven tokens before it. */
  readonly nearness: number;
  readonly isTitle: boolean;
  /** How many of its tokens have the property. */
  count(property: Property): number;
}

/** Properties of a token in the light of a question. */
const properties = [
  ['mark', ({ isWord, text }) => !isWord && !/["'“”’]/.test(text)],
  ['dash', ({ isWord, text }) => !isWord && /[-–—(;:]/.test(text)],
  ['asked', ({ isWord, stem }, { stems }) => isWord && stems.has(stem)],
  ['content', ({ isWord, lower, stem }, { stems }) => isWord && !isFunctionWord(lower) && !stems.has(stem)],
  ['pronoun', ({ lower }) => isOf(lower, 'pronoun')],
  ['conjunction', ({ lower }) => isOf(lower, 'conjunction')],
  ['verb', ({ lower }) => isOf(lower, 'verb')],
  ['time', ({ lower }) => isOf(lower, 'time')],
  [
    'name',
    ({ text, lower, stem, start }, { stems }) =>
      start > 0 && /^\p{Lu}(?!')/u.test(text) && text !== 'I' && !stems.has(stem) && !isFunctionWord(lower),
  ],
  [
    'number',
    ({ lower }) => /^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice)$/.test(lower),
  ],
] as const satisfies readonly (readonly [string, (token: Token, question: Question) => boolean])[];
type Property = (typeof properties)[number][0];

const is = (token: Token | undefined, wordClass: WordClass): number =>
  token !== undefined && isOf(token.lower, wordClass) ? 1 : 0;
const matches = (token: Token | undefined, pattern: RegExp): boolean =>
  token !== undefined && pattern.test(token.lower);

/** The features of a span, each a number near 0 to 1, or a small count. */
const definitions = [
  // How good the sentence is
  ['sentence', ({ sentence }) => sentence.score],
  ['retrieval', ({ sentence }) => sentence.retrieval],
  ['overlap', ({ sentence }) => sentence.overlap],
  ['bySubject', ({ sentence }) => +sentence.bySubject],
  ['firstPerson', ({ sentence }) => +sentence.inFirstPerson],
  ['interjection', ({ sentence }) => is(sentence.tokens[0], 'interjection')],
  // Where the span stands
  ['nearAskedWord', ({ nearness }) => nearness],
  ['startsSentence', ({ before }) => +(before === undefined)],
  ['afterPreposition', ({ before }) => is(before, 'preposition')],
  ['afterVerb', ({ before }) => is(before, 'verb')],
  ['afterDeterminer', ({ before }) => is(before, 'determiner')],
  ['afterConjunction', ({ before }) => is(before, 'conjunction')],
  ['beforeMark', ({ after }) => +(after === undefined || !after.isWord)],
  ['beforeLink', ({ after }) => is(after, 'conjunction') || is(after, 'preposition')],
  ['beforeAskedWord', ({ after, question }) => +(after !== undefined && question.stems.has(after.stem))],
  // What it is made of
  ['title', ({ isTitle }) => +isTitle],
  ['length', ({ words }) => words / 10],
  ['short', ({ words }) => +(words <= 2)],
  ['startsOnFunctionWord', ({ first }) => +isFunctionWord(first.lower)],
  ['startsOnPreposition', ({ first }) => is(first, 'preposition')],
  ['startsOnGerund', ({ first }) => +first.lower.endsWith('ing')],
  ['endsOnFunctionWord', ({ last }) => +isFunctionWord(last.lower)],
  ['endsOnAskedWord', ({ last, question }) => +question.stems.has(last.stem)],
  ['pronouns', ({ count }) => count('pronoun')],
  ['askedWords', ({ count }) => count('asked')],
  ['contentWords', ({ count }) => count('content')],
  ['verbs', ({ count }) => count('verb')],
  ['conjunctions', ({ count }) => count('conjunction')],
  ['marks', ({ count }) => count('mark')],
  ['dashes', ({ count }) => count('dash')],
  ['timeWords', ({ count }) => count('time')],
  // What the question's kind expects
  ['name', ({ question, count }) => +(/^(?:who|where|what)$/.test(question.kind) && count('name') > 0)],
  ['number', ({ question, count }) => +(question.kind === 'count' && count('number') > 0)],
  [
    'cause',
    ({ question, before, first }) =>
      +(
        question.kind === 'why' &&
        [before, first].some((token) => matches(token, /^(?:because|since|to|for|so|as)$/))
      ),
  ],
  [
    'place',
    ({ question, before }) => +(question.kind === 'where' && matches(before, /^(?:in|at|to|from|near|on)$/)),
  ],
  [
    'feeling',
    ({ question, before }) =>
      +(
        /\b(?:feel|describe)/.test(question.text) &&
        matches(before, /^(?:am|is|are|was|were|been|felt|feel|feels)$|'(?:m|s|re)$/)
      ),
  ],
  ['longReason', ({ question, words }) => (/^(?:why|how)$/.test(question.kind) ? words / 10 : 0)],
] as const satisfies readonly (readonly [string, (view: View) => number])[];

/** The name of a feature. */
export type SpanFeature = (typeof definitions)[number][0];

/** The names of the features, in the order of `visitSpans`' values. */
export const spanFeatures: readonly SpanFeature[] = definitions.map(([name]) => name);

const longest = 16;

/**
 * Visits every run of up to 16 words of a sentence that neither begins nor ends on a mark or a conjunction,
 * with the values of its features. The values are overwritten by the next visit.
 */
export function visitSpans(
  question: Question,
  sentence: Sentence,
  visit: (span: Span, values: Float64Array) => void,
): void {
  const { tokens } = sentence;
  const bounds = tokens.map(({ isWord, lower }) => isWord && !isOf(lower, 'conjunction'));
  const running = runningCounts(tokens, question);
  const titles = quoted(tokens);
  const asked = tokens.map(({ isWord, stem }) => isWord && question.stems.has(stem));
  const values = new Float64Array(definitions.length);
  for (const [from, first] of tokens.entries()) {
    if (!bounds[from]) continue;
    const gap = [1, 2, 3, 4, 5, 6].find((distance) => asked[from - distance]) ?? 7;
    let words = 0;
    for (let to = from + 1; to <= tokens.length && words < longest; to++) {
      const last = tokens[to - 1];
      if (last === undefined) break;
      if (last.isWord) words++;
      if (!bounds[to - 1]) continue;
      const view: View = {
        question,
        sentence,
        first,
        last,
        before: tokens[from - 1],
        after: tokens[to],
        words,
        nearness: (7 - gap) / 6,
        isTitle: titles.get(from) === to,
        count: (property) => countIn(running.get(property), from, to),
      };
      for (const [index, [, value]] of definitions.entries()) values[index] = value(view);
      visit({ sentence, from, to }, values);
    }
  }
}

/** For each property, how many of the first n tokens have it. */
function runningCounts(tokens: readonly Token[], question: Question): Map<Property, readonly number[]> {
  return new Map(
    properties.map(([name, has]) => {
      const sums = [0];
      for (const token of tokens) sums.push((sums.at(-1) ?? 0) + (has(token, question) ? 1 : 0));
      return [name, sums];
    }),
  );
}

const countIn = (sums: readonly number[] | undefined, from: number, to: number): number =>
  (sums?.[to] ?? 0) - (sums?.[from] ?? 0);

/** Where a quoted title begins, and the position after its last token. */
function quoted(tokens: readonly Token[]): Map<number, number> {
  const marks = tokens.flatMap(({ text }, position) => (/^["“”]$/.test(text) ? [position] : []));
  const titles = new Map<number, number>();
  for (let index = 0; index + 1 < marks.length; index += 2)
    titles.set((marks[index] ?? 0) + 1, marks[index + 1] ?? 0);
  return titles;
}
