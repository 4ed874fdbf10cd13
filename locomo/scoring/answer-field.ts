import { ExpectedError } from '../../engine/expected-error.ts';
import { shownValue } from '../../engine/shown.ts';

/** An error about the content of a file of answers. */
export function badAnswer(
  where: string,
  message: string,
  remedy: string,
  code = 'bad-answer',
): ExpectedError {
  return new ExpectedError({ code, message, where, remedy });
}

/** A prediction of a JSON file: text, or a number, which some readers answer with; null is none. */
export function readPrediction(value: unknown, name: string, where: () => string): string | null | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw badAnswer(
    where(),
    `Expected text in ${name}, found ${shownValue(value)}.`,
    'Write the answer as text, or null where there is none.',
  );
}

/** The ids of what was retrieved, of a JSON file. */
export function readContext(
  value: unknown,
  name: string,
  where: () => string,
): readonly string[] | null | undefined {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return value;
  throw badAnswer(
    where(),
    `Expected a list of ids in ${name}, found ${shownValue(value)}.`,
    'Write ids of turns ("D3:12") or sessions ("S3"), [] where nothing was found, null where none were recorded.',
  );
}

/** How sure a system is: a number, or one written as text as in CSV; undefined where it does not say. */
export function readConfidence(value: unknown, name: string, where: () => string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw badAnswer(
    where(),
    `Expected a number in ${name}, found ${shownValue(value)}.`,
    'Write a number that is higher the surer the system is, in any unit, and nothing where it does not say.',
  );
}

/** What an error or a reason says; undefined where the field is absent or says nothing. */
export function readRemark(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  return typeof value === 'string' ? value : shownValue(value);
}
