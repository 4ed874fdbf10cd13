import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sha256 } from '../engine/digest.ts';
import { ExpectedError } from '../engine/expected-error.ts';
import { packageRoot } from '../engine/package-root.ts';
import { programName } from './program-name.ts';
import { memoryKinds } from '../locomo/dataset/read-overlay.ts';
import type { DataFile } from '../stages/load-dataset.ts';

/** The data file of a run, and where it came from when the user named none. */
export interface ChosenData {
  readonly file: DataFile;
  readonly chosenBecause?: string;
}

/** The flags that name data. */
export interface DataFlags {
  readonly data?: string;
  readonly observations?: string;
  readonly summaries?: string;
}

/** Opens the data file with the memories of other files where the flags name some. */
export function chooseDataWith(flags: DataFlags): ChosenData {
  const chosen = chooseData(flags.data);
  let { file } = chosen;
  for (const kind of memoryKinds) {
    const path = flags[kind];
    if (path === undefined) continue;
    const { identity, ...memories } = openDataFile(path, `--${kind}`);
    file = {
      ...file,
      memories: { ...file.memories, [kind]: memories },
      identity: { ...file.identity, [kind]: identity.sha256 },
    };
  }
  return { ...chosen, file };
}

/** Opens the named file; without a name the released data where it was fetched, otherwise the sample that ships. */
export function chooseData(named: string | undefined): ChosenData {
  if (named !== undefined) return { file: openDataFile(named) };
  const released = ['data', join(packageRoot, 'data')].map((folder) => join(folder, 'locomo10.json'));
  const fetched = released.find((path) => existsSync(path));
  if (fetched !== undefined) return { file: openDataFile(fetched), chosenBecause: 'the released data' };
  return {
    file: openDataFile(join(packageRoot, 'data', 'sample.json')),
    chosenBecause: `the sample that ships; \`${programName} data fetch\` brings the released data, --data FILE takes your own`,
  };
}

/** Reads a data file as bytes; the flag is the one that names it. */
export function openDataFile(path: string, flag = '--data'): DataFile {
  try {
    const bytes = readFileSync(path);
    return { name: path, bytes, identity: { sha256: sha256(bytes) } };
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'data-file',
        message: `Expected a data file, found ${foundInstead(path)}.`,
        where: resolve(path),
        remedy: `Give the path of a file in the LoCoMo format with ${flag} FILE.`,
      },
      { cause: error },
    );
  }
}

function foundInstead(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  return found.isDirectory() ? 'a folder' : 'one that cannot be read';
}
