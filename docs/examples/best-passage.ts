import { notMentioned } from '../../locomo/answer-protocol.ts';
import type { Reader } from '../../models/reader.ts';

/** Answers with the whole text of the best passage: what a reader adds is what it has beyond this. */
export function createBestPassage(): Reader {
  return {
    identity: { reader: 'best-passage', version: 1 },
    async read({ passages, options }) {
      return { answer: options?.[0] ?? passages[0]?.text ?? notMentioned };
    },
  };
}
