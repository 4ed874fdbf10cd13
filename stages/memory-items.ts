import { nothing, type Forecast } from '../engine/forecast.ts';
import type { Item } from '../engine/stage.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { CallContext } from '../models/call-context.ts';
import type { MemoryWriter, SessionRequest, Written } from '../models/memory/memory-writer.ts';
import { sessionRequest, type MemorySettings } from './memory-settings.ts';
import type { SampleRecord } from './records.ts';

/** What the data have of a session, or the session that something is to be written down of. */
export type MemoryInput<Memory> =
  { readonly released: readonly Memory[] } | { readonly session: number; readonly request: SessionRequest };

/** One item for each session of each conversation. */
export async function* memoryItems<Memory extends { readonly session: number }>(
  dataset: ArtifactReader<SampleRecord>,
  settings: MemorySettings,
  writer: MemoryWriter | undefined,
  memoriesOf: (sample: SampleRecord) => readonly Memory[],
): AsyncGenerator<Item<MemoryInput<Memory>>> {
  for await (const sample of dataset.records()) {
    for (const one of sample.sessions) {
      const { number: session } = one;
      const id = { sampleId: sample.sampleId, session };
      if (settings.source === 'released') {
        const released = memoriesOf(sample).filter((memory) => memory.session === session);
        yield { id, input: { released } };
        continue;
      }
      const request = sessionRequest(sample, one, settings.captions);
      const asks = writer?.promptOf?.(request) ?? request;
      yield { id, input: { session, request }, key: { session, asks } };
    }
  }
}

/** What writing one would count. */
export async function forecastMemory<Memory>(
  input: MemoryInput<Memory> | undefined,
  writer: MemoryWriter | undefined,
): Promise<Forecast> {
  if (input === undefined || 'released' in input || input.request.turns.length === 0) return nothing;
  return (await writer?.forecast?.(input.request)) ?? nothing;
}

/** What is written down of a session; undefined where nothing was said in it. */
export async function writeMemory(
  request: SessionRequest,
  writer: MemoryWriter | undefined,
  call: CallContext,
): Promise<Written | undefined> {
  if (request.turns.length === 0) return undefined;
  if (writer === undefined) throw new Error('nobody writes');
  return writer.write(request, call);
}
