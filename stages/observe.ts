import { checkStatements, type CheckedObservation } from '../locomo/memories/check-statements.ts';
import { memoryStage } from './memory-stage.ts';

/** Gives the observations of each session: those of the data, or new ones, checked against the turns that they cite. */
export const observe = memoryStage<CheckedObservation>({
  name: 'observe',
  version: 2,
  summary: 'Gives statements about the speakers, each with the turns that it was drawn from.',
  output: 'observations',
  kind: 'observations',
  releasedIn: ({ observations }) => observations,
  madeOf(written, session, { speakers, turns }) {
    if (!('statements' in written)) throw new Error('a writer of observations wrote a summary');
    const turnIds = new Set(turns.map(({ id }) => id));
    return checkStatements(written.statements, { session, speakers, turnIds });
  },
});
