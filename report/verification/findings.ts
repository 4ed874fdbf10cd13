/** A value of a run's files that is not what the others give. */
export interface Difference {
  /** The file, and the place in it. */
  readonly file: string;
  readonly path: string;
  /** What stands there; undefined where nothing does. */
  readonly stored: unknown;
  /** What should; undefined where nothing should. */
  readonly recomputed: unknown;
}

/** What a verification has compared so far, and what came of it. */
export class Findings {
  /** Numbers that were computed again. */
  numbers = 0;
  /** Digests, keys and other values that were. */
  others = 0;
  readonly differences: Difference[] = [];
  /** What could not be checked, and why. */
  readonly unchecked: string[] = [];

  /** Compares one value. */
  compare(file: string, path: string, stored: unknown, recomputed: unknown, isNumber = false): void {
    if (isNumber) this.numbers += 1;
    else this.others += 1;
    if (!Object.is(stored, recomputed)) this.differences.push({ file, path, stored, recomputed });
  }

  /**
   * Compares JSON values member by member, so that what differs has its own path. `isComputed` tells by its path
   * whether a number is a result, or was only carried over.
   */
  compareAll(
    file: string,
    path: string,
    stored: unknown,
    recomputed: unknown,
    isComputed: (path: string) => boolean = () => true,
  ): void {
    if (!isObject(stored) || !isObject(recomputed) || Array.isArray(stored) !== Array.isArray(recomputed)) {
      this.compare(file, path, stored, recomputed, typeof recomputed === 'number' && isComputed(path));
      return;
    }
    for (const name of new Set([...Object.keys(recomputed), ...Object.keys(stored)])) {
      const member = memberPath(path, name, Array.isArray(stored));
      this.compareAll(file, member, stored[name], recomputed[name], isComputed);
    }
  }
}

function memberPath(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
