/** Letters, marks, digits, connectors and joiners: what `\w` is to Python's `regex` module. */
const wordCharacter = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;

// JavaScript's \b knows ASCII only, even in Unicode mode.
const fillers = new RegExp(`(?<!${wordCharacter})(?:a|an|the|and)(?!${wordCharacter})`, 'gu');

const isPlain = /^[a-z0-9 ]*$/;
const plainFillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'and']);

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
  const text = answer.replaceAll(',', '').toLowerCase().replace(asciiPunctuation, '');
  // Most answers are plain, and in those a filler is a word of its own: no need of slow look-arounds.
  if (isPlain.test(text)) return text.split(' ').filter((word) => word !== '' && !plainFillers.has(word));
  return text
    .replace(fillers, ' ')
    .split(whiteSpace)
    .filter((word) => word !== '');
}

/** An answer as the released scorer compares it: its words joined by single blanks. */
export function normalizeAnswer(answer: string): string {
  return answerWords(answer).join(' ');
}
