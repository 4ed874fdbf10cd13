import type { Stage } from '../engine/stage.ts';
import { checkStatements, type CheckedObservation } from '../locomo/memories/check-statements.ts';
import { forecastMemory, memoryItems, writeMemory, type MemoryInput } from './memory-items.ts';
import {
  keyless,
  memorySettings,
  writerRequests,
  type MemoryServices,
  type MemorySettings,
} from './memory-settings.ts';
import type { ObservationRecord, SampleRecord } from './records.ts';

/** Gives the observations of each session: those of the data, or new ones, checked against the turns that they cite. */
export const observe: Stage<
  MemorySettings,
  { dataset: SampleRecord },
  MemoryInput<CheckedObservation>,
  Omit<ObservationRecord, 'sampleId'>,
  MemoryServices
> = {
  name: 'observe',
  version: 2,
  summary: 'Gives statements about the speakers, each with the turns that it was drawn from.',
  settings: memorySettings,
  keyless,
  output: 'observations',
  inputs: () => ({ dataset: 'samples' }),
  services: (settings) => writerRequests(settings, 'observations'),
  items: ({ dataset }, settings, { writer }) =>
    memoryItems(dataset, settings, writer, ({ observations }) => observations),
  forecast: ([input], { services }) => forecastMemory(input, services.writer),
  async run(input, context) {
    if ('released' in input) return input.released;
    const { session, request } = input;
    const written = await writeMemory(request, context.services.writer, context);
    if (written === undefined) return [];
    if (!('statements' in written)) throw new Error('a writer of observations wrote a summary');
    const turnIds = new Set(request.turns.map(({ id }) => id));
    return checkStatements(written.statements, { session, speakers: request.speakers, turnIds });
  },
};
