import { z } from 'zod';

/** A whole number of at least `least`; the message reads behind "Expected". */
export function wholeNumber(least: number): z.ZodNumber {
  const expected = `a whole number of at least ${least}`;
  return z.int(expected).min(least, expected).max(Number.MAX_SAFE_INTEGER, expected);
}

/** A text that is not empty. */
export const name = z.string('a name').min(1, 'a name');
