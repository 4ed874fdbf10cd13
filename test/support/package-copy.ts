import { cpSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './run-cli.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Copies the built package, so that a test may change its code; returns the folder of the copy. */
export function copyPackage(): string {
  const folder = temporaryFolder();
  const { files }: { files: readonly string[] } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  // What the package says that it ships is all that there is.
  for (const part of ['package.json', ...files])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'));
  return folder;
}

/** Rewrites one file of a package copy; fails where the change changes nothing. */
export function editFile(folder: string, file: string, change: (text: string) => string): void {
  const place = path.join(folder, file);
  const before = readFileSync(place, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`the change leaves ${file} as it was`);
  writeFileSync(place, after);
}
