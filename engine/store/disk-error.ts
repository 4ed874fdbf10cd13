import { errorCode } from '../error-code.ts';
import { ExpectedError } from '../expected-error.ts';

const remedies: { readonly [code: string]: string } = {
  ENOSPC: 'Free some space, then run the same command again: what was finished is kept.',
  EDQUOT: 'Free some space, then run the same command again: what was finished is kept.',
  EACCES: 'Choose a folder that you may write with --out DIR, or change its permissions.',
  EPERM: 'Choose a folder that you may write with --out DIR, or change its permissions.',
  EROFS: 'Choose a folder on a writable disk with --out DIR.',
  ENOTDIR: 'A file stands where a folder is needed: choose another place with --out DIR.',
  EEXIST: 'A file stands where a folder is needed: choose another place with --out DIR.',
  EISDIR: 'A folder stands where a file is needed: choose another place with --out DIR.',
  EMFILE: 'Raise the limit of open files (ulimit -n), or lower --concurrency.',
};

/** Turns a failure of the disk into an error for people; hands any other error back as it is. */
export function diskError(error: unknown, place: string): unknown {
  const remedy = remedies[errorCode(error) ?? ''];
  if (!(error instanceof Error) || remedy === undefined) return error;
  return new ExpectedError(
    { code: 'disk', message: `The disk refused: ${error.message}.`, where: place, remedy, exitCode: 1 },
    { cause: error },
  );
}

/** Runs disk work and names the place when the disk refuses. */
export async function onDisk<T>(place: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskError(error, place);
  }
}
