import { z } from 'zod';
import type { NoServices, Stage } from '../engine/stage.ts';
import type { Observation } from '../locomo/sample.ts';
import type { ObservationRecord, SampleRecord } from './records.ts';

const settings = z.strictObject({ source: z.enum(['released']).default('released') });

/** Gives the observations of each conversation. */
export const observe: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord },
  { observations: readonly Observation[] },
  Omit<ObservationRecord, 'sampleId'>,
  NoServices
> = {
  name: 'observe',
  version: 1,
  summary: 'Gives statements about the speakers, each with the turns that it was drawn from.',
  settings,
  output: 'observations',
  inputs: () => ({ dataset: 'samples' }),
  async *items({ dataset }) {
    for await (const { sampleId, observations } of dataset.records())
      yield { id: { sampleId }, input: { observations } };
  },
  run: async ({ observations }) => observations,
};
