import type { SessionSummary } from '../locomo/sample.ts';
import { memoryStage } from './memory-stage.ts';

/** Gives a summary of each session: that of the data, or a new one. */
export const summarize = memoryStage<SessionSummary>({
  name: 'summarize',
  version: 2,
  summary: 'Gives a summary of each session.',
  output: 'summaries',
  kind: 'summary',
  releasedIn: ({ summaries }) => summaries,
  madeOf(written, session) {
    if (!('summary' in written)) throw new Error('a writer of summaries wrote statements');
    return [{ session, text: written.summary }];
  },
});
