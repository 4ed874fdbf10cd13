/** Letters, marks, digits, connectors and joiners: what `\w` is to Python's `regex` module. */
const word = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;

// JavaScript's \b knows ASCII only, even in Unicode mode.
const fillers = new RegExp(`(?<!${word})(?:a|an|the|and)(?!${word})`, 'gu');

const asciiPunctuation = /[!-/:-@[-`{-~]/g;

// Python's white space: unlike \s it has the separators U+001C to U+001F and U+0085, but not U+FEFF.
// oxlint-disable-next-line no-control-regex
const whiteSpace = /[\p{White_Space}\u001C-\u001F]+/u;

const fillerWords: ReadonlySet<string> = new Set(['', 'a', 'an', 'the', 'and']);

/** What almost every answer consists of; there, words are what stands between white space. */
// oxlint-disable-next-line no-control-regex
const plainText = /^[a-z0-9\t-\r\u001C-\u001F ]*$/;

/**
 * The words of an answer that count, in the released order of steps: commas deleted, lower case,
 * ASCII punctuation deleted, "a", "an", "the" and "and" blanked, split at white space.
 * Typographic quotes and dashes stay inside their word.
 */
export function answerWords(answer: string): string[] {
  const text = answer.replaceAll(',', '').toLowerCase().replace(asciiPunctuation, '');
  // The same words as below, several times as fast.
  if (plainText.test(text)) return text.split(whiteSpace).filter((part) => !fillerWords.has(part));
  return text
    .replace(fillers, ' ')
    .split(whiteSpace)
    .filter((part) => part !== '');
}

/** An answer as the released scorer compares it: its words joined by single blanks. */
export function normalizeAnswer(answer: string): string {
  return answerWords(answer).join(' ');
}
