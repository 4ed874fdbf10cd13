import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { memoryKinds, type MemoryKind } from '../../locomo/dataset/read-overlay.ts';
import type { DataFile } from '../../stages/load-dataset.ts';
import { openDataFile } from '../data-file.ts';
import type { RecordedRejudging, RecordedRun } from '../recorded-run.ts';

/**
 * The data file of a run, known by its SHA-256: the one that is named, of which another is refused, or one of the
 * recorded name here, in `data/`, or beside the folder of results. Undefined where none is found.
 */
export function dataOfRun(
  { folder, record }: RecordedRun | RecordedRejudging,
  named: string | undefined,
): DataFile | undefined {
  const { file, bytes, identity } = record.data;
  if (named !== undefined) {
    const data = openDataFile(named);
    if (data.identity.sha256 === identity.sha256) return data;
    throw new ExpectedError({
      code: 'other-data',
      message: `Expected the data of run ${record.run}, found a file with the SHA-256 ${data.identity.sha256}.`,
      where: resolve(named),
      remedy: `The run read ${file} of ${bytes} bytes with the SHA-256 ${identity.sha256}.`,
    });
  }
  const path = findFile(folder, file, identity.sha256);
  return path === undefined ? undefined : openDataFile(path);
}

/** The files whose memories a run read in place of those of its data, by kind; a path is undefined where none is found. */
export function memoriesOfRun({
  folder,
  record: { data },
}: RecordedRun): readonly { readonly kind: MemoryKind; readonly file: string; readonly path?: string }[] {
  return memoryKinds.flatMap((kind) => {
    const [file, digest] = [data.memories?.[kind], data.identity[kind]];
    if (file === undefined || digest === undefined) return [];
    const path = findFile(folder, file, digest);
    return [{ kind, file, ...(path === undefined ? {} : { path }) }];
  });
}

/** A file here, in `data/`, or beside the folder of results, with that SHA-256. */
function findFile(runFolder: string, file: string, digest: string): string | undefined {
  const beside = resolve(runFolder, '..', '..', '..');
  return [process.cwd(), beside, packageRoot]
    .flatMap((place) => [join(place, file), join(place, 'data', file)])
    .find((path) => existsSync(path) && sha256(readFileSync(path)) === digest);
}
