import { applyOverlay } from './apply-overlay.ts';
import { loadDataset, type Dataset } from './load.ts';
import { memoryKinds, readOverlayOf, type MemoryKind } from './read-overlay.ts';

/** The bytes of a file; the name is only shown. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files whose observations or summaries stand in place of those of the data file. */
export type MemoryFiles = { readonly [kind in MemoryKind]?: NamedBytes };

/** Reads a data file as `loadDataset` does, with the memories of other files in place of its own where there are some. */
export function loadWithMemories({ name, bytes }: NamedBytes, memories: MemoryFiles = {}): Dataset {
  let dataset = loadDataset(bytes, name);
  for (const kind of memoryKinds) {
    const file = memories[kind];
    if (file !== undefined)
      dataset = applyOverlay(dataset, readOverlayOf(kind, file.bytes, file.name), kind, file.name);
  }
  return dataset;
}
