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
  /** The token before the span; undefined at the beginning of the sentence. */
  readonly before: Token | undefined;
  /** 1 for a word of the question right before the span, falling to 0 seven tokens before it. */
  readonly nearness: number;
  readonly isTitle: boolean;
  /** How many of its tokens have the property. */
  count(property: Property): number;
}

/** Properties of a token in the light of a question. */
const properties = [
  ['asked', ({ isWord, stem }, { stems }) => isWord && stems.has(stem)],
  ['content', ({ isWord, lower, stem }, { stems }) => isWord && !isFunctionWord(lower) && !stems.has(stem)],
  ['pronoun', ({ lower }) => isOf(lower, 'pronoun')],
  ['time', ({ lower }) => isOf(lower, 'time')],
  [
    'name',
    ({ text, lower, stem, start }, { stems }) =>
      start > 0 && /^\p{Lu}(?!')/u.test(text) && text !== 'I' && !stems.has(stem) && !isFunctionWord(lower),
  ],
] as const satisfies readonly (readonly [string, (token: Token, question: Question) => boolean])[];
type Property = (typeof properties)[number][0];

const is = (token: Token | undefined, wordClass: WordClass): boolean =>
  token !== undefined && isOf(token.lower, wordClass);

/** The features of a span, each a number near 0 to 1, or a small count. */
const definitions = [
  // The sentence it is in.
  ['sentence', ({ sentence }) => sentence.score],
  ['retrieval', ({ sentence }) => sentence.retrieval],
  ['bySubject', ({ sentence }) => +sentence.bySubject],
  ['interjection', ({ sentence }) => +is(sentence.tokens[0], 'interjection')],
  // Where it stands.
  ['nearAskedWord', ({ nearness }) => nearness],
  ['startsSentence', ({ before }) => +(before === undefined)],
  ['afterConjunction', ({ before }) => +is(before, 'conjunction')],
  // What it is made of.
  ['title', ({ isTitle }) => +isTitle],
  ['startsOnFunctionWord', ({ first }) => +isFunctionWord(first.lower)],
  ['endsOnFunctionWord', ({ last }) => +isFunctionWord(last.lower)],
  ['pronouns', ({ count }) => count('pronoun')],
  ['askedWords', ({ count }) => count('asked')],
  ['contentWords', ({ count }) => count('content')],
  ['timeWords', ({ count }) => count('time')],
  // What the kind of question calls for.
  ['name', ({ question, count }) => +(/^(?:who|where|what)$/.test(question.kind) && count('name') > 0)],
  [
    'place',
    ({ question, before }) =>
      +(question.kind === 'where' && /^(?:in|at|to|from|near|on)$/.test(before?.lower ?? '')),
  ],
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
