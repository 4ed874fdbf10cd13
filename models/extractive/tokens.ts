import { irregularForms } from '../../locomo/text/irregular-forms.ts';
import { porterStem } from '../../locomo/text/porter.ts';

/** A word or a mark of a text, with its place in code units. */
export interface Token {
  readonly text: string;
  /** In lower case, with straight apostrophes. */
  readonly lower: string;
  /** Stem of the word, irregular forms led back to their base and a possessive dropped; the mark itself for marks. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
}

// A word keeps its inner hyphens, apostrophes, points and commas between digits: `self-care`, `don't`, `5,000`.
const pattern =
  /[\p{L}\p{M}\p{N}]+(?:(?:['’-]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** The words and marks of a text, in order. */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const lower = match[0].toLowerCase().replaceAll('’', "'");
    const isWord = /[\p{L}\p{N}]/u.test(lower);
    return {
      text: match[0],
      lower,
      stem: isWord ? stemOf(lower) : lower,
      start: match.index,
      end: match.index + match[0].length,
      isWord,
    };
  });
}

function stemOf(lower: string): string {
  const bare = lower.replace(/'s?$/, '');
  return porterStem(irregularForms.get(bare) ?? bare);
}
