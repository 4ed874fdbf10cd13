import { digestOf } from '../../engine/digest.ts';
import type { Json } from '../../engine/json.ts';
import { irregularForms } from './irregular-forms.ts';
import { porterStem } from './porter.ts';
import { stopWords } from './stop-words.ts';

/** The words of a text: runs of letters and digits, in lower case. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * The stems of a text's content words, in order: stop words and `excluded` words (lower case) left out,
 * irregular forms led back to their base, then Porter's suffix stripping.
 */
export function contentStems(text: string, excluded: ReadonlySet<string> = new Set()): string[] {
  return words(text)
    .filter((word) => !stopWords.has(word) && !excluded.has(word))
    .map((word) => porterStem(irregularForms.get(word) ?? word));
}

/** What `contentStems` depends on, for the identity of whoever ranks by it. */
export const stemmingIdentity: Json = {
  version: 1,
  stemmer: 'porter',
  stopWords: digestOf([...stopWords]),
  irregularForms: digestOf([...irregularForms]),
};
