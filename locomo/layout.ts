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
