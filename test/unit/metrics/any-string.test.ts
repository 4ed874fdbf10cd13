import { describe, expect, it } from 'vitest';
import type { Category } from '../../../locomo/sample.ts';
import { evidenceRecall } from '../../../locomo/metrics/evidence-recall.ts';
import { answerWords, normalizeAnswer } from '../../../locomo/metrics/normalize-answer.ts';
import { roundScore, scoreAnswer } from '../../../locomo/metrics/score-answer.ts';
import { tokenF1 } from '../../../locomo/metrics/token-f1.ts';
import { porterStem } from '../../../locomo/text/porter.ts';
import { seededRandom } from '../../support/random.ts';

/** Pieces that strings go wrong with, among ordinary words. */
const pieces = [
  'the',
  'a',
  'and',
  'An',
  'running',
  'dies',
  'SKIES',
  'not mentioned',
  ' ',
  ',',
  ';',
  ',,',
  '—',
  '’s',
  '_',
  "'",

  '\0',
  '\t',
  '\u001C',
  '\u0085',
  '\uFEFF',
  '\u200B',
  '\u2028',
  '\uD83D',
  '\uDE00',
  '\uD83D\uDE00',

  '👩‍👩‍👧',
  'e\u0301',
  '\u0301',
  'é',
  'ß',
  'İ',
  'ﬁ',
  'ſ',
  'Σ',
  'ς',
  '\u202Eabc\u202C',
  'שלום',
  'مرحبا',
  '日本語',
  '१२',

  'D1:1',
  'S3',
  'D',
  ':',
  'D99:',
  'D1:1; D2:2',
  '__proto__',
  'constructor',
  '$&',
  '\\',
  '(',
  '[^',
];

/** Strings of any Unicode code units, lone surrogates among them, the same for the same seed. */
function* strings(seed: number, count: number): Generator<string> {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const piece = (): string =>
    random() < 0.6 ? (pieces[below(pieces.length)] ?? '') : String.fromCharCode(below(0x10000));
  for (let index = 0; index < count; index++) yield Array.from({ length: below(12) }, piece).join('');
}

const isShare = (value: number): boolean => value >= 0 && value <= 1;

describe('for any string', () => {
  const some = [...strings(1, 3000)];
  const others = [...strings(2, 3000)];
  const pairs = some.map((text, index) => [text, others[index] ?? ''] as const);

  it.each<Category>([1, 2, 3, 4, 5])('scores of category %i are shares, rounded or not', (category) => {
    const outside = pairs.filter(([prediction, answer]) => {
      const score = scoreAnswer({ category, answer }, prediction);
      return !isShare(score) || !isShare(roundScore(category, score));
    });
    expect(outside).toEqual([]);
  });

  it('recall is a share', () => {
    const outside = pairs.filter(([evidence, context]) => {
      const lists = [evidence.split(' '), context.split(' ')] as const;
      return !isShare(evidenceRecall(...lists)) || !isShare(evidenceRecall(lists[0], []));
    });
    expect(outside).toEqual([]);
  });

  it('an answer of countable words is right where it is the gold one, and F1 is the same both ways', () => {
    const wrong = pairs.filter(([one, other]) => {
      const self = tokenF1(one, one);
      return self !== (answerWords(one).length > 0 ? 1 : 0) || tokenF1(one, other) !== tokenF1(other, one);
    });
    expect(wrong).toEqual([]);
  });

  it('the normal form has no comma, no ASCII punctuation, no filler and no white space but single blanks', () => {
    const odd = some.filter((text) => {
      const normal = normalizeAnswer(text);
      return (
        /[!-/:-@[-`{-~]|^ | $| {2}|[\t\n\r\u2028]/.test(normal) || /(^| )(a|an|the|and)( |$)/.test(normal)
      );
    });
    expect(odd).toEqual([]);
  });

  it('a stem is the same each time, and no longer than its word by more than one letter', () => {
    const odd = some.filter((text) => {
      const [first, again] = [porterStem(text), porterStem(text)];
      return first !== again || first.length > text.toLowerCase().length + 1;
    });
    expect(odd).toEqual([]);
  });
});
