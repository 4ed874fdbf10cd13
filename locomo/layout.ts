import type { Passage } from './passages/passage.ts';
import type { Turn } from './sample.ts';

/** A turn as a passage: `<speaker> said, "<text>"`, with the caption of a shared image behind it. */
export function turnText(turn: Turn): string {
  const said = `${turn.speaker} said, "${turn.text}"`;
  return turn.caption === undefined ? said : `${said} and shared ${turn.caption}`;
}

/** The text that is embedded for a passage: observations carry their date, others what they tell. */
export function embeddingText({ id, text, dateTime }: Passage): string {
  return id.startsWith('O') ? `${dateTime}. ${text}` : text;
}

/** Retrieved passages as a reader sees them, in the given order: `<date>: <passage>`, longer ones apart by a blank line. */
export function contextText(passages: readonly Passage[]): string {
  const isApart = passages.some(({ id, isBlock }) => isBlock === true || id.startsWith('S'));
  return passages
    .map(({ dateTime, text, isDated }) => (isDated === true ? text : `${dateTime}: ${text}`))
    .join(isApart ? '\n\n' : '\n');
}

/** What stands above the turns of a session in a transcript, and the line of a turn. */
export function transcriptLines({ dateTime, text }: Passage): {
  readonly head: string;
  readonly line: string;
} {
  return { head: `DATE: ${dateTime}\nCONVERSATION:\n`, line: `${text}\n` };
}

/** Turns as a transcript, session by session as they come: the date, then the turns. */
export function transcriptText(turns: readonly Passage[]): string {
  return turns
    .map((turn, place) => {
      const { head, line } = transcriptLines(turn);
      const before = turns[place - 1];
      if (before?.session === turn.session) return line;
      return `${before === undefined ? '' : '\n'}${head}${line}`;
    })
    .join('');
}
