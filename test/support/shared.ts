import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The path of a file in `../shared`, or undefined where it is not there. */
export function sharedPath(relative: string): string | undefined {
  const candidate = path.join(root, '..', 'shared', relative);
  return existsSync(candidate) ? candidate : undefined;
}

/** The released data file: `LOCOMO_DATA`, otherwise the shared copy; undefined where neither is there. */
export function locomoData(): string | undefined {
  const named = process.env['LOCOMO_DATA'];
  return named !== undefined && existsSync(named) ? named : sharedPath('locomo/locomo10.json');
}
