import { nothing } from '../engine/forecast.ts';
import type { Stage } from '../engine/stage.ts';
import type { SessionRequest, Written } from '../models/memory/memory-writer.ts';
import {
  memorySettings,
  sessionRequest,
  writerRequests,
  type MemoryServices,
  type MemorySettings,
} from './memory-settings.ts';
import type { SampleRecord } from './records.ts';

/** What the data have of a session, or the session that something is to be written down of. */
type MemoryInput<Memory> =
  { readonly released: readonly Memory[] } | { readonly session: number; readonly request: SessionRequest };

/** What tells one kind of memories from another. */
interface MemoryKind<Memory> {
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  readonly output: string;
  /** What the writer is asked for. */
  readonly kind: 'observations' | 'summary';
  /** Those of the data. */
  releasedIn(sample: SampleRecord): readonly Memory[];
  /** Those of a session that a writer wrote. */
  madeOf(written: Written, session: number, request: SessionRequest): readonly Memory[];
}

/** A stage that gives the memories of each session: those of the data, or new ones. */
export function memoryStage<Memory extends { readonly session: number }>({
  kind,
  releasedIn,
  madeOf,
  ...about
}: MemoryKind<Memory>): Stage<
  MemorySettings,
  { dataset: SampleRecord },
  MemoryInput<Memory>,
  Memory,
  MemoryServices
> {
  return {
    ...about,
    settings: memorySettings,
    keyless: ['baseUrl', 'dtype', 'prompts'],
    inputs: () => ({ dataset: 'samples' }),
    services: (settings) => writerRequests(settings, kind),
    async *items({ dataset }, settings, { writer }) {
      for await (const sample of dataset.records()) {
        for (const one of sample.sessions) {
          const { number: session } = one;
          const id = { sampleId: sample.sampleId, session };
          if (settings.source === 'released') {
            yield {
              id,
              input: { released: releasedIn(sample).filter((memory) => memory.session === session) },
            };
            continue;
          }
          const request = sessionRequest(sample, one, settings.captions);
          const asks = writer?.promptOf?.(request) ?? request;
          yield { id, input: { session, request }, key: { session, asks } };
        }
      }
    },
    async forecast([input], { services: { writer } }) {
      if (input === undefined || 'released' in input || input.request.turns.length === 0) return nothing;
      return (await writer?.forecast?.(input.request)) ?? nothing;
    },
    async run(input, context) {
      if ('released' in input) return input.released;
      const { session, request } = input;
      const { writer } = context.services;
      if (request.turns.length === 0) return [];
      if (writer === undefined) throw new Error('nobody writes');
      return madeOf(await writer.write(request, context), session, request);
    },
  };
}
