import { z } from 'zod';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { NoServices, Stage } from '../engine/stage.ts';
import { databases, type Database } from '../locomo/passage.ts';
import { buildPassages as passagesOf, type PassageSource } from '../locomo/passages.ts';
import type { CorpusRecord, ObservationRecord, SampleRecord, SummaryRecord } from './records.ts';

const settings = z.strictObject({ database: z.enum(databases) });

interface Input extends PassageSource {
  readonly database: Database;
  readonly speakers: readonly [string, string];
}

/** Lays a database of each conversation out as passages. */
export const buildPassages: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; observations?: ObservationRecord; summaries?: SummaryRecord },
  Input,
  Omit<CorpusRecord, 'sampleId'>,
  NoServices
> = {
  name: 'build-passages',
  version: 1,
  summary: 'Lays out dialog turns, observations or session summaries as the passages to retrieve from.',
  settings,
  output: 'corpora',
  inputs: ({ database }) => ({
    dataset: 'samples',
    ...(database === 'observation' ? { observations: 'observations' } : {}),
    ...(database === 'summary' ? { summaries: 'summaries' } : {}),
  }),
  async *items({ dataset, observations, summaries }, { database }) {
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
        input: { database, speakers, sessions, observations: whole, summaries: summed },
      };
    }
  },
  run: async ({ database, speakers, ...source }) => [
    { speakers, sessions: source.sessions, passages: passagesOf(source, database) },
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
