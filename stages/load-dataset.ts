import { z } from 'zod';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { loadWithMemories, type MemoryFiles } from '../locomo/dataset/load-with-memories.ts';
import type { MemoryKind } from '../locomo/dataset/read-overlay.ts';
import type { Sample } from '../locomo/sample.ts';
import type { SampleRecord } from './records.ts';
import { wholeNumber } from './settings.ts';

/** The data file of a run, with the files whose memories stand in place of its own. */
export interface DataFile extends Service {
  /** As the user wrote it; only shown. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly memories?: MemoryFiles;
  /** Digests of the bytes, those of the other files by what they hold. */
  readonly identity: { readonly sha256: string } & { readonly [kind in MemoryKind]?: string };
}

const settings = z.strictObject({
  samples: z
    .string('sample ids with commas between them')
    .default('')
    .transform((ids) =>
      ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  limit: wholeNumber(1).nullable().default(null),
});
type Settings = z.infer<typeof settings>;

/** Reads the data file, repairs it, and takes the wanted samples and questions. */
export const loadDataset: Stage<
  Settings,
  object,
  { sample: SampleRecord },
  SampleRecord,
  { data: DataFile }
> = {
  name: 'load-dataset',
  version: 1,
  summary: 'Reads conversations and questions from a file in the LoCoMo format.',
  settings,
  output: 'samples',
  inputs: () => ({}),
  services: () => ({ data: { kind: 'data-file', options: {}, listsOnly: true } }),
  *items(_inputs, { samples: wanted, limit }, { data }) {
    const { samples, repairs } = loadWithMemories(data, data.memories);
    let left = limit ?? Infinity;
    for (const sample of select(samples, wanted)) {
      if (left <= 0) break;
      const questions = sample.questions.slice(0, left);
      left -= questions.length;
      const own = repairs.filter(({ sampleId }) => sampleId === sample.sampleId);
      yield { id: { sampleId: sample.sampleId }, input: { sample: { ...sample, questions, repairs: own } } };
    }
  },
  run: async ({ sample }) => [sample],
};

function select(samples: readonly Sample[], wanted: readonly string[]): readonly Sample[] {
  const ids = samples.map(({ sampleId }) => sampleId);
  for (const id of wanted) if (!ids.includes(id)) throw unknownName('sample', id, ids, '--samples');
  return wanted.length === 0 ? samples : samples.filter(({ sampleId }) => wanted.includes(sampleId));
}
