import { ExpectedError } from '../../engine/expected-error.ts';
import type { Sample } from '../sample.ts';
import { shorten } from './describe.ts';
import type { Dataset } from './load.ts';
import { knownOf, readObservations, readSummaries } from './read-memories.ts';
import type { Overlay, WrittenMemories } from './read-overlay.ts';
import type { NoteRepair, Repair } from './repair.ts';

/**
 * The samples with the memories of one kind that another file holds, in place of their own; a sample of which that file
 * holds none has none. What had to be repaired in these is told behind what was told of the data. Memories of a
 * sample that is not there are an `ExpectedError` (exit code 2).
 */
export function applyOverlay(
  { samples, repairs }: Dataset,
  overlay: Overlay,
  kind: keyof WrittenMemories,
  where: string,
): Dataset {
  refuseStrangers(samples, overlay, where);
  const further: Repair[] = [];
  const overlaid = samples.map((sample) => {
    const field = overlay.get(sample.sampleId)?.[kind];
    const note: NoteRepair = (repair, place, found, used) =>
      further.push({
        kind: repair,
        sampleId: sample.sampleId,
        place,
        found: shorten(found),
        used: used ?? null,
      });
    switch (kind) {
      case 'observations':
        return {
          ...sample,
          observations: field === undefined ? [] : readObservations(field, knownOf(sample), note),
        };
      case 'summaries':
        return {
          ...sample,
          summaries: field === undefined ? [] : readSummaries(field, knownOf(sample), note),
        };
    }
  });
  const replaced = kind === 'observations' ? 'observation.' : 'session_summary.';
  return {
    samples: overlaid,
    repairs: [...repairs.filter(({ place }) => !place.startsWith(replaced)), ...further],
  };
}

function refuseStrangers(samples: readonly Sample[], overlay: Overlay, where: string): void {
  const known = samples.map(({ sampleId }) => sampleId);
  const stranger = [...overlay.keys()].find((sampleId) => !known.includes(sampleId));
  if (stranger === undefined) return;
  throw new ExpectedError({
    code: 'unknown-sample',
    message: `Expected memories of ${shorten(known.join(', '))}, found some of ${JSON.stringify(stranger)}.`,
    where,
    remedy: 'Name the data file that the memories were made from.',
    exitCode: 2,
  });
}
