import type { Stage } from '../engine/stage.ts';
import type { SessionSummary } from '../locomo/sample.ts';
import { forecastMemory, memoryItems, writeMemory, type MemoryInput } from './memory-items.ts';
import {
  keyless,
  memorySettings,
  writerRequests,
  type MemoryServices,
  type MemorySettings,
} from './memory-settings.ts';
import type { SampleRecord, SummaryRecord } from './records.ts';

/** Gives a summary of each session: that of the data, or a new one. */
export const summarize: Stage<
  MemorySettings,
  { dataset: SampleRecord },
  MemoryInput<SessionSummary>,
  Omit<SummaryRecord, 'sampleId'>,
  MemoryServices
> = {
  name: 'summarize',
  version: 2,
  summary: 'Gives a summary of each session.',
  settings: memorySettings,
  keyless,
  output: 'summaries',
  inputs: () => ({ dataset: 'samples' }),
  services: (settings) => writerRequests(settings, 'summary'),
  items: ({ dataset }, settings, { writer }) =>
    memoryItems(dataset, settings, writer, ({ summaries }) => summaries),
  forecast: ([input], { services }) => forecastMemory(input, services.writer),
  async run(input, context) {
    if ('released' in input) return input.released;
    const { session, request } = input;
    const written = await writeMemory(request, context.services.writer, context);
    if (written === undefined) return [];
    if (!('summary' in written)) throw new Error('a writer of summaries wrote statements');
    return [{ session, text: written.summary }];
  },
};
