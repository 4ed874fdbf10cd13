import { z } from 'zod';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { NoServices, Stage } from '../engine/stage.ts';
import { databases, type Database } from '../locomo/passages/passage.ts';
import type { WindowShape } from '../locomo/passages/window-passages.ts';
import {
  buildPassages as passagesOf,
  readsOf,
  usualWindows,
  type PassageSource,
} from '../locomo/passages/build-passages.ts';
import { wholeNumber } from './settings.ts';
import type { CorpusRecord, ObservationRecord, SampleRecord, SummaryRecord } from './records.ts';

const given = z
  .strictObject({
    database: z.enum(databases),
    windowSize: wholeNumber(1).default(usualWindows.size),
    windowOverlap: wholeNumber(0).default(usualWindows.overlap),
  })
  .refine(({ database, windowSize, windowOverlap }) => database !== 'windows' || windowOverlap < windowSize, {
    path: ['windowOverlap'],
    message: 'fewer turns than a window has',
  });

type Settings = { readonly database: Database; readonly shape?: WindowShape };

/** The shape of windows is said where there are some, so that it changes nothing else. */
const settings: z.ZodType<Settings> = given.transform(
  ({ database, windowSize: size, windowOverlap: overlap }) =>
    database === 'windows' ? { database, shape: { size, overlap } } : { database },
);

interface Input extends PassageSource, Settings {
  readonly speakers: readonly [string, string];
}

/** Lays a database of each conversation out as passages. */
export const buildPassages: Stage<
  Settings,
  { dataset: SampleRecord; observations?: ObservationRecord; summaries?: SummaryRecord },
  Input,
  Omit<CorpusRecord, 'sampleId'>,
  NoServices
> = {
  name: 'build-passages',
  version: 1,
  summary:
    'Lays out turns, observations, session summaries or units made of them as the passages to retrieve from.',
  settings,
  output: 'corpora',
  inputs: ({ database }) => ({
    dataset: 'samples',
    ...(readsOf(database) === 'observations' ? { observations: 'observations' } : {}),
    ...(readsOf(database) === 'summaries' ? { summaries: 'summaries' } : {}),
  }),
  async *items({ dataset, observations, summaries }, made) {
    for await (const { sampleId, speakers, sessions } of dataset.records()) {
      const numbers = sessions.map(({ number }) => number);
      const observed = await recordsOf(observations, sampleId, numbers);
      const summed = await recordsOf(summaries, sampleId, numbers);
      // A conversation of which a session's observations or summary failed has failed there.
      if (observed === undefined || summed === undefined) continue;
      // What cites no turn of its session would be found and proves nothing.
      const whole = observed.filter(({ apart }) => apart === undefined);
      yield {
        id: { sampleId },
        input: { ...made, speakers, sessions, observations: whole, summaries: summed },
      };
    }
  },
  run: async ({ database, shape, speakers, ...source }) => [
    { speakers, sessions: source.sessions, passages: passagesOf(source, database, shape) },
  ],
};

/** The records of a conversation's sessions; none where they are not asked for, undefined where one could not be made. */
async function recordsOf<T>(
  artifact: ArtifactReader<T> | undefined,
  sampleId: string,
  sessions: readonly number[],
): Promise<readonly T[] | undefined> {
  const found: T[] = [];
  for (const session of artifact === undefined ? [] : sessions) {
    const records = await artifact?.find(`${sampleId}/${session}`);
    if (records === undefined) return undefined;
    found.push(...records);
  }
  return found;
}
