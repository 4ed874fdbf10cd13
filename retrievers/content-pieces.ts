import { stopWords } from '../locomo/text/stop-words.ts';
import { words } from '../locomo/text/tokens.ts';
import type { TokenVectors } from '../models/embedder.ts';
import { selectTokens } from './token-similarities.ts';

/** The words of the speakers' names, as the pieces of a question spell them. */
export function nameWords(speakers: readonly string[]): ReadonlySet<string> {
  return new Set(speakers.flatMap((name) => words(withoutAccents(name))));
}

/** The pieces that belong to content words: no stop words, names or punctuation. */
export function contentPieces(question: TokenVectors, names: ReadonlySet<string>): TokenVectors {
  const pieces = question.tokens;
  const kept: number[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    end = start + 1;
    while (pieces[end]?.startsWith('##')) end += 1;
    const [word] = words(wholeWord(pieces.slice(start, end)));
    if (word === undefined || stopWords.has(word) || names.has(word)) continue;
    for (let piece = start; piece < end; piece += 1) kept.push(piece);
  }
  return selectTokens(question, kept);
}

function wholeWord(pieces: readonly string[]): string {
  return pieces.map((piece, index) => (index === 0 ? piece : piece.slice(2))).join('');
}

/** As the models' uncased vocabularies spell it. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
