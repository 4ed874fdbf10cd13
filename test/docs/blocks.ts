import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';

/** The fenced blocks of a language in a document of the project, in order. */
export function blocksOf(document: string, language: string): readonly string[] {
  const text = readFileSync(join(packageRoot, document), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
}
