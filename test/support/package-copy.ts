import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './run-cli.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Copies the built package, so that a test may change its code; returns the folder of the copy. `without` names packages
 * that were left out of its installation.
 */
export function copyPackage({ without = [] }: { readonly without?: readonly string[] } = {}): string {
  const folder = temporaryFolder();
  const { files }: { files: readonly string[] } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  // What the package says that it ships is all that there is.
  for (const part of ['package.json', ...files])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  const modules = realpathSync(path.join(root, 'node_modules'));
  if (without.length === 0) symlinkSync(modules, path.join(folder, 'node_modules'));
  else linkPackages(modules, path.join(folder, 'node_modules'), without);
  return folder;
}

function linkPackages(from: string, to: string, without: readonly string[]): void {
  const installed = readdirSync(from).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(from, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  for (const name of installed.filter((each) => !without.includes(each))) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    symlinkSync(path.join(from, name), path.join(to, name));
  }
}

/** Rewrites one file of a package copy; fails where the change changes nothing. */
export function editFile(folder: string, file: string, change: (text: string) => string): void {
  const place = path.join(folder, file);
  const before = readFileSync(place, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`the change leaves ${file} as it was`);
  writeFileSync(place, after);
}
