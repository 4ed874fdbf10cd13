/** Letters, marks, digits, connectors and joiners: what `\w` is to Python's `regex` module. */
const word = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;

// JavaScript's \b knows ASCII only, even in Unicode mode.
const fillers = new RegExp(`(?<!${word})(?:a|an|the|and)(?!${word})`, 'gu');

const asciiPunctuation = /[!-/:-@[-`{-~]/g;

// Python's white space: unlike \s it has the separators U+001C to U+001F and U+0085, but not U+FEFF.
// oxlint-disable-next-line no-control-regex
const whiteSpace = /[\p{White_Space}\u001C-\u001F]+/u;

/**
 * The words of an answer that count, in the released order of steps: commas deleted, lower case,
 * ASCII punctuation deleted, "a", "an", "the" and "and" blanked, split at white space.
 * Typographic quotes and dashes stay inside their word.
 */
export function answerWords(answer: string): string[] {
  return answer
    .replaceAll(',', '')
    .toLowerCase()
    .replace(asciiPunctuation, '')
    .replace(fillers, ' ')
    .split(whiteSpace)
    .filter((text) => text !== '');
}

/** An answer as the released scorer compares it: its words joined by single blanks. */
export function normalizeAnswer(answer: string): string {
  return answerWords(answer).join(' ');
}
