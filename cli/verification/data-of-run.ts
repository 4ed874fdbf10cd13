import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';
import { packageRoot } from '../../engine/package-root.ts';
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
  const beside = resolve(folder, '..', '..', '..');
  return [process.cwd(), beside, packageRoot]
    .flatMap((place) => [join(place, file), join(place, 'data', file)])
    .filter((path) => existsSync(path) && sha256(readFileSync(path)) === identity.sha256)
    .map(openDataFile)[0];
}
