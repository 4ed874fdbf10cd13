import { errorCode } from '../error-code.ts';
import { ExpectedError } from '../expected-error.ts';

const remedies: { readonly [code: string]: string } = {
  ENOSPC: 'Free some space, then run the same command again: what was finished is kept.',
  EFBIG:
    'Raise the limit of the size of files (ulimit -f), then run the same command again: what was finished is kept.',
  EDQUOT: 'Free some space, then run the same command again: what was finished is kept.',
  EACCES: 'Choose a place that you may write with --out, or change its permissions.',
  EPERM: 'Choose a place that you may write with --out, or change its permissions.',
  EROFS: 'Choose a place on a writable disk with --out.',
  ENOTDIR: 'A file stands where a folder is needed: choose another place with --out.',
  EEXIST: 'A file stands where a folder is needed: choose another place with --out.',
  EISDIR: 'A folder stands where a file is needed: choose another place with --out.',
  ENOENT: 'Nothing can be made there: choose another place with --out.',
  ENAMETOOLONG: 'Choose a shorter name with --out.',
  ELOOP: 'Links lead round in a circle: choose another place with --out.',
  EINVAL: 'Nothing can be written there: choose another place with --out.',
  ENXIO: 'Nothing can be written there: choose another place with --out.',
  EBUSY: 'Something else uses it: choose another place with --out.',
  EIO: 'Choose a place on a sound disk with --out.',
  EMFILE: 'Raise the limit of open files (ulimit -n), or lower --concurrency.',
};

/** Turns a failure of the disk into an error for people; hands any other error back as it is. */
export function diskError(error: unknown, place: string): unknown {
  const remedy = remedies[errorCode(error) ?? ''];
  if (!(error instanceof Error) || remedy === undefined) return error;
  return new ExpectedError(
    {
      code: 'disk',
      message: `Expected a place that can be written, found ${error.message}.`,
      where: place,
      remedy,
      exitCode: 1,
    },
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
