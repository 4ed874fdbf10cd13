import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sharedFolder = new URL('../../../shared/', import.meta.url);

/** The path of a file or folder of the reference material beside the project, if it is there. */
export function sharedPath(relative: string): string | undefined {
  const path = fileURLToPath(new URL(relative, sharedFolder));
  return existsSync(path) ? path : undefined;
}

/** The path of the benchmark's `locomo10.json`: `LOCOMO_DATA`, or the copy beside the project, if any. */
export function locomoData(): string | undefined {
  return process.env['LOCOMO_DATA'] ?? sharedPath('locomo/locomo10.json');
}
