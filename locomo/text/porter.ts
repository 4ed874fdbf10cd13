/**
 * NLTK 3.8's `PorterStemmer().stem(token)` in its default mode, NLTK_EXTENSIONS: M. F. Porter, "An
 * algorithm for suffix stripping" (1980), with NLTK's departures from it. Lower-cases first. Lengths
 * count code points, as Python's do.
 */
export function porterStem(token: string): string {
  const known = stems.get(token);
  if (known !== undefined) return known;
  const stem = computeStem(token);
  if (stems.size >= mostStems) stems.clear();
  // A word is short; what is longer comes once and is not kept.
  if (token.length <= 32) stems.set(token, stem);
  return stem;
}

/** Stems that were computed before: the words of answers recur. */
const stems = new Map<string, string>();
const mostStems = 20_000;

function computeStem(token: string): string {
  const word = token.toLowerCase();
  const irregularStem = irregular.get(word);
  // NLTK looks the word up as it was written, so capitalised irregular words take the regular path.
  if (irregularStem !== undefined && word === token) return irregularStem;
  // A character takes one code unit or two.
  if (token.length <= 4 && [...token].length <= 2) return word;
  return steps.reduce((stem, step) => step(stem), word);
}

const irregular = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['inning', 'inning'],
  ['innings', 'inning'],
  ['outing', 'outing'],
  ['outings', 'outing'],
  ['canning', 'canning'],
  ['cannings', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);

/** A word's consonants and vowels, `c` or `v` per code point; y is a vowel after a consonant. */
function shapeOf(word: string): string {
  let shape = '';
  for (const letter of word) {
    const isVowel = letter === 'y' ? shape.endsWith('c') : 'aeiou'.includes(letter);
    shape += isVowel ? 'v' : 'c';
  }
  return shape;
}

/** Porter's m: how often a vowel is followed by a consonant. */
const measure = (stem: string): number => shapeOf(stem).split('vc').length - 1;

const hasMeasure = (stem: string): boolean => measure(stem) > 0;
const hasLongMeasure = (stem: string): boolean => measure(stem) > 1;

/** Porter's *o, to which NLTK adds the two-letter words vowel–consonant. */
function endsShort(stem: string): boolean {
  const shape = shapeOf(stem);
  return (shape.endsWith('cvc') && !/[wxy]$/.test(stem)) || shape === 'vc';
}

/** The word without its last letters, whose number is the suffix's. */
const without = (word: string, suffix: string): string => word.slice(0, word.length - suffix.length);

/** Suffix, what replaces it, and the condition on the stem before it. */
type Rule = readonly [suffix: string, replacement: string, holds?: (stem: string) => boolean];

/** A step that applies the first rule whose suffix fits; where its condition fails, the word stays as it is. */
function firstOf(rules: readonly Rule[]): (word: string) => string {
  // Only rules for the word's last letter can fit; most words have none.
  const byLetter = new Map<string | undefined, Rule[]>();
  for (const rule of rules) {
    const letter = rule[0].at(-1);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), rule]);
  }
  return (word) => {
    const rule = byLetter.get(word.at(-1))?.find(([suffix]) => word.endsWith(suffix));
    if (rule === undefined) return word;
    const [suffix, replacement, holds] = rule;
    const stem = without(word, suffix);
    return holds === undefined || holds(stem) ? stem + replacement : word;
  };
}

const reducePlural = firstOf([
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
]);

/** Plurals. NLTK: "dies" keeps its e. */
const step1a = (word: string): string => (/^.ies$/su.test(word) ? without(word, 's') : reducePlural(word));

const reduceEed = firstOf([['eed', 'ee', hasMeasure]]);

/** Past tenses and participles. */
function step1b(word: string): string {
  // NLTK: "died" keeps its e, "spied" does not.
  if (/^.ied$/su.test(word)) return without(word, 'd');
  if (word.endsWith('ied')) return without(word, 'ed');
  if (word.endsWith('eed')) return reduceEed(word);

  const suffix = ['ed', 'ing'].find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const stem = without(word, suffix);
  return shapeOf(stem).includes('v') ? restoreEnding(stem) : word;
}

/** Mends a stem that lost "ed" or "ing": "conflat" to "conflate", "hopp" to "hop", "fil" to "file". */
function restoreEnding(stem: string): string {
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  const letter = /(.)\1$/su.exec(stem)?.[1];
  if (letter !== undefined && shapeOf(stem).endsWith('c'))
    return 'lsz'.includes(letter) ? stem : without(stem, letter);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Final y. NLTK: only after a consonant that is not the first letter, so "enjoy" and "cry" differ. */
const step1c = firstOf([['y', 'i', (stem) => /.c$/.test(shapeOf(stem))]]);

const reduceDouble = firstOf([
  ['ational', 'ate', hasMeasure],
  ['tional', 'tion', hasMeasure],
  ['enci', 'ence', hasMeasure],
  ['anci', 'ance', hasMeasure],
  ['izer', 'ize', hasMeasure],
  ['bli', 'ble', hasMeasure], // NLTK; "abli" in the paper
  ['alli', 'al', hasMeasure],
  ['entli', 'ent', hasMeasure],
  ['eli', 'e', hasMeasure],
  ['ousli', 'ous', hasMeasure],
  ['ization', 'ize', hasMeasure],
  ['ation', 'ate', hasMeasure],
  ['ator', 'ate', hasMeasure],
  ['alism', 'al', hasMeasure],
  ['iveness', 'ive', hasMeasure],
  ['fulness', 'ful', hasMeasure],
  ['ousness', 'ous', hasMeasure],
  ['aliti', 'al', hasMeasure],
  ['iviti', 'ive', hasMeasure],
  ['biliti', 'ble', hasMeasure],
  ['fulli', 'ful', hasMeasure], // NLTK
  ['logi', 'log', (stem) => hasMeasure(`${stem}l`)], // NLTK: measured with the l
]);

/** Double suffixes. NLTK: "alli" is reduced first, and what is left goes through the step again. */
function step2(word: string): string {
  const goesAgain = word.endsWith('alli') && hasMeasure(without(word, 'alli'));
  return goesAgain ? step2(without(word, 'li')) : reduceDouble(word);
}

const step3 = firstOf([
  ['icate', 'ic', hasMeasure],
  ['ative', '', hasMeasure],
  ['alize', 'al', hasMeasure],
  ['iciti', 'ic', hasMeasure],
  ['ical', 'ic', hasMeasure],
  ['ful', '', hasMeasure],
  ['ness', '', hasMeasure],
]);

const step4 = firstOf([
  ...'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix): Rule => [suffix, '', hasLongMeasure]),
  ['ion', '', (stem) => hasLongMeasure(stem) && /[st]$/.test(stem)],
]);

/** Final e. */
const step5a = firstOf([
  ['e', '', (stem) => hasLongMeasure(stem) || (measure(stem) === 1 && !endsShort(stem))],
]);

/** Final double l. */
const step5b = firstOf([['ll', 'l', (stem) => hasLongMeasure(`${stem}l`)]]);

const steps = [step1a, step1b, step1c, step2, step3, step4, step5a, step5b];
