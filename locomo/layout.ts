import type { Database, Passage } from './passage.ts';
import type { Turn } from './sample.ts';

/** A turn as a passage: `<speaker> said, "<text>"`, with the caption of a shared image behind it. */
export function turnText(turn: Turn): string {
  const said = `${turn.speaker} said, "${turn.text}"`;
  return turn.caption === undefined ? said : `${said} and shared ${turn.caption}`;
}

/** The text that is embedded for a passage: observations carry their date, turns and summaries do not. */
export function embeddingText(passage: Passage, database: Database): string {
  return database === 'observation' ? `${passage.dateTime}. ${passage.text}` : passage.text;
}

/** Retrieved passages as a reader sees them, in the given order: `<date>: <passage>`, summaries apart by a blank line. */
export function contextText(passages: readonly Passage[], database: Database): string {
  return passages
    .map((passage) => `${passage.dateTime}: ${passage.text}`)
    .join(database === 'summary' ? '\n\n' : '\n');
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
