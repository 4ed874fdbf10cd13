import { isAbsolute, relative, sep } from 'node:path';

/** A value in a few characters, for messages. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = typeof value === 'number' ? String(value) : jsonOf(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

/** Lists can be parsed that stand too deep in each other to be written again. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return 'lists and objects too deep in each other to be shown';
    throw error;
  }
}

/** A path as people read it best: relative below the working folder, as it is elsewhere. */
export function shownPath(path: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(process.cwd(), path);
  return below === '' || isAbsolute(below) || below.split(sep)[0] === '..' ? path : below;
}

/**
 * Shows characters by which data could command the terminal or turn the order of what is read (controls, and marks of
 * direction) as escapes. They are those of JSON, so that what is printed as JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (sign) =>
    sign === '\n' || sign === '\t' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
