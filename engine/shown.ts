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
