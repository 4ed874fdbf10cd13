import { ExpectedError } from './expected-error.ts';
import { nearest } from './nearest.ts';

/** An error about a name that is not among the known ones, with the nearest one that is. */
export function unknownName(
  what: string,
  name: string,
  known: Iterable<string>,
  where?: string,
): ExpectedError {
  const names = [...known];
  const near = nearest(name, names);
  const remedy = `${near === undefined ? '' : `Did you mean ${near}? `}Known: ${names.join(', ') || 'none'}.`;
  return new ExpectedError({
    code: `unknown-${what}`,
    message: `Expected a known ${what}, found ${JSON.stringify(name)}.`,
    ...(where === undefined ? {} : { where }),
    remedy,
  });
}
