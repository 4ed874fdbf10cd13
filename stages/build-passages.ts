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
      const observed = await recordsOf(observations, sampleId);
      const summed = await recordsOf(summaries, sampleId);
      // A conversation whose observations or summaries failed has failed there.
      if (observed === undefined || summed === undefined) continue;
      yield {
        id: { sampleId },
        input: { database, speakers, sessions, observations: observed, summaries: summed },
      };
    }
  },
  run: async ({ database, speakers, ...source }) => [
    { speakers, sessions: source.sessions, passages: passagesOf(source, database) },
  ],
};

/** The records of a conversation; none where they are not asked for, undefined where they could not be made. */
async function recordsOf<T>(
  artifact: ArtifactReader<T> | undefined,
  item: string,
): Promise<readonly T[] | undefined> {
  return artifact === undefined ? [] : artifact.find(item);
}
