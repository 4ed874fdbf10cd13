import type { Sample, Session } from '../sample.ts';
import { dialogPassages } from './dialog-passages.ts';
import { factPassages } from './fact-passages.ts';
import { notePassages } from './note-passages.ts';
import { observationPassages } from './observation-passages.ts';
import type { Database, Passage } from './passage.ts';
import { sessionPassages } from './session-passages.ts';
import { summaryPassages } from './summary-passages.ts';
import { windowPassages, type WindowShape } from './window-passages.ts';

/** What passages are made from. */
export type PassageSource = Pick<Sample, 'sessions' | 'observations' | 'summaries'>;

interface Builder {
  readonly about: string;
  /** What it reads besides the dialog. */
  readonly reads?: 'observations' | 'summaries';
  /** The passages of one session, in the order of the conversation. */
  build(session: Session, source: PassageSource, shape: WindowShape): readonly Passage[];
}

const builders: { readonly [database in Database]: Builder } = {
  dialog: { about: 'each turn', build: dialogPassages },
  observation: { about: 'each observation', reads: 'observations', build: observationPassages },
  summary: { about: 'the summary of each session', reads: 'summaries', build: summaryPassages },
  facts: { about: 'each observation with its date in its words', reads: 'observations', build: factPassages },
  notes: {
    about: 'all observations of a session about one speaker',
    reads: 'observations',
    build: notePassages,
  },
  windows: {
    about: 'turns behind each other (--window-size, --window-overlap)',
    build: (session, _source, shape) => windowPassages(session, shape),
  },
  sessions: { about: 'each session as a whole', build: sessionPassages },
};

/** Windows where nothing is said of their shape. */
export const usualWindows: WindowShape = { size: 5, overlap: 2 };

/**
 * The passages of one database of a conversation, in the order of the conversation. What has no text is no
 * passage; it keeps its number, so ids do not shift.
 */
export function buildPassages(
  source: PassageSource,
  database: Database,
  shape = usualWindows,
): readonly Passage[] {
  return source.sessions
    .flatMap((session) => builders[database].build(session, source, shape))
    .filter(({ text }) => database === 'dialog' || text.trim() !== '');
}

/** What a passage of a database is. */
export function aboutDatabase(database: Database): string {
  return builders[database].about;
}

/** What a database is made from besides the dialog. */
export function readsOf(database: Database): Builder['reads'] {
  return builders[database].reads;
}
