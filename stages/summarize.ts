import { z } from 'zod';
import type { NoServices, Stage } from '../engine/stage.ts';
import type { SessionSummary } from '../locomo/sample.ts';
import type { SampleRecord, SummaryRecord } from './records.ts';

const settings = z.strictObject({ source: z.enum(['released']).default('released') });

/** Gives the session summaries of each conversation. */
export const summarize: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord },
  { summaries: readonly SessionSummary[] },
  Omit<SummaryRecord, 'sampleId'>,
  NoServices
> = {
  name: 'summarize',
  version: 1,
  summary: 'Gives a summary of each session.',
  settings,
  output: 'summaries',
  inputs: () => ({ dataset: 'samples' }),
  async *items({ dataset }) {
    for await (const { sampleId, summaries } of dataset.records())
      yield { id: { sampleId }, input: { summaries } };
  },
  run: async ({ summaries }) => summaries,
};
