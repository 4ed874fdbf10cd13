import type { ContextPassage } from '../reader.ts';

/** What was said or noted in a passage: of a turn the words inside `<speaker> said, "…"`, without a caption. */
export function utterance(passage: ContextPassage): string {
  const [, said] = /^.+? said, "([\s\S]*)"(?: and shared [\s\S]*)?$/.exec(passage.text) ?? [];
  return said ?? passage.text;
}

/** The words of a passage and the caption of its image, without the speaker's name before them. */
export const contents = (passage: ContextPassage): string => passage.text.replace(/^.+? said, "/, '');

/** The sentences of a text, without the white space between them; closing quotes stay with their sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”')\]]*)(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs|e\.g|i\.e)\.)\s+|\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Whether a text ends as a question, closing quotes aside. */
export const endsAsQuestion = (text: string): boolean => /\?["”')\]]*\s*$/.test(text);

/** The id of the turn before a turn of the same session; undefined for other passages and first turns. */
export function precedingTurn(id: string): string | undefined {
  const [, session, turn] = /^D(\d+):(\d+)$/.exec(id) ?? [];
  return turn === undefined || turn === '1' ? undefined : `D${session}:${Number(turn) - 1}`;
}
