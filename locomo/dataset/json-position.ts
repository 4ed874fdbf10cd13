import { JsonScanner, ScanStop, type JsonProblem } from './json-scanner.ts';
import type { Path } from './path.ts';

/** The first thing in a text that is not strict JSON; undefined where all of it is. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    new JsonScanner(text).scan(() => {});
    return undefined;
  } catch (error) {
    if (error instanceof ScanStop) return error.problem;
    throw error;
  }
}

/** Where in a JSON text the value at a path begins; where it is missing, the innermost value around it. */
export function offsetOf(text: string, path: Path): number {
  let innermost = { depth: -1, offset: 0 };
  new JsonScanner(text).scan((at, offset) => {
    if (at.length > innermost.depth && at.every((key, index) => key === path[index]))
      innermost = { depth: at.length, offset };
  });
  return innermost.offset;
}
