import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import { isRecord } from './server-words.ts';
import type { Environment } from './proxy.ts';

/** An environment with what the `.env` file of a folder adds to it; a variable that is set there already stays. */
export function withDotEnv(env: Environment, folder: string): Environment {
  return { ...parseDotEnv(readDotEnv(join(folder, '.env'))), ...env };
}

/**
 * `NAME=value` line by line, `export` before it or not. Quoted values keep blanks and `#`; double quotes
 * know `\n`, `\"` and `\\`. A `#` at the start or after a blank begins a comment; other lines say nothing.
 */
export function parseDotEnv(text: string): Environment {
  const lines = text.matchAll(
    /^[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_]\w*)[^\S\n]*=[^\S\n]*(?:'([^'\n]*)'|"((?:[^"\\\n]|\\.)*)"|([^\n]*))/gm,
  );
  const values: Record<string, string> = {};
  for (const [, name = '', single, double, bare = ''] of lines) {
    values[name] = single ?? double?.replace(/\\(.)/g, unescaped) ?? bare.replace(/(?:^|\s)#.*$/, '').trim();
  }
  return values;
}

function unescaped(_: string, character: string): string {
  return character === 'n' ? '\n' : character;
}

function readDotEnv(path: string): string {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r', '');
  } catch (error) {
    const code = isRecord(error) ? error['code'] : undefined;
    // Some keep a folder of that name.
    if (code === 'ENOENT' || code === 'EISDIR') return '';
    throw new ExpectedError({
      code: 'unreadable-file',
      message: `Expected a file that can be read or none (${String(code)}).`,
      where: path,
      remedy: 'Mend its permissions, or set the variables in the environment.',
    });
  }
}
