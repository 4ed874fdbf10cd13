import { applyOverlay } from '../locomo/dataset/apply-overlay.ts';
import type { Dataset } from '../locomo/dataset/load.ts';
import {
  knownOf,
  readObservations,
  readStatements,
  readWrittenSummaries,
} from '../locomo/dataset/read-memories.ts';
import { readOverlay, readOverlayOf, type MemoryKind, type Overlay } from '../locomo/dataset/read-overlay.ts';
import type { Remembered } from '../locomo/lint/report.ts';
import type { DataFile } from '../stages/load-dataset.ts';
import { openDataFile } from './data-file.ts';

/** Files that memories are read from, in place of the data file. */
export interface MemoryFiles {
  readonly observations?: string;
  readonly summaries?: string;
  /** Observations to compare with. */
  readonly against?: string;
}

/**
 * The conversations of a data file with what is written of them: its own observations and summaries, or where files
 * are named, what these hold and nothing else.
 */
export function readRemembered(file: DataFile, dataset: Dataset, files: MemoryFiles): readonly Remembered[] {
  const { observations, summaries } = files;
  const isApart = observations !== undefined || summaries !== undefined;
  const own = isApart ? undefined : readOverlay(file.bytes, file.name);
  const statements = observations === undefined ? own : openOverlay(observations, 'observations');
  const texts = summaries === undefined ? own : openOverlay(summaries, 'summaries');
  const against = files.against === undefined ? undefined : openOverlay(files.against, 'observations');

  let { samples } = dataset;
  if (statements !== undefined && observations !== undefined)
    ({ samples } = applyOverlay({ ...dataset, samples }, statements, 'observations', observations));
  if (texts !== undefined && summaries !== undefined)
    ({ samples } = applyOverlay({ ...dataset, samples }, texts, 'summaries', summaries));

  return samples.map((sample) => {
    const observed = statements?.get(sample.sampleId)?.observations;
    const summed = texts?.get(sample.sampleId)?.summaries;
    const others = observed === undefined ? undefined : against?.get(sample.sampleId)?.observations;
    return {
      sample,
      ...(observed === undefined ? {} : { observation: readStatements(observed, sample.speakers) }),
      ...(summed === undefined ? {} : { summary: readWrittenSummaries(summed) }),
      ...(others === undefined
        ? {}
        : { against: readObservations(others, knownOf(sample), () => undefined) }),
    };
  });
}

function openOverlay(path: string, kind: MemoryKind): Overlay {
  const { bytes, name } = openDataFile(path, `--${kind}`);
  return readOverlayOf(kind, bytes, name);
}
