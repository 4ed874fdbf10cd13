import { z } from 'zod';

/** A whole number of at least `least`; the message reads behind "Expected". */
export function wholeNumber(least: number): z.ZodNumber {
  const expected = `a whole number of at least ${least}`;
  return z.int(expected).min(least, expected).max(Number.MAX_SAFE_INTEGER, expected);
}

/** A text that is not empty. */
export const name = z.string('a name').min(1, 'a name');

/** A number of the `range` that the schema checks, or `none` to leave it to the model. */
export function orNone(number: z.ZodNumber, range: string): z.ZodType<number | 'none'> {
  return z.union([number, z.literal('none')], `${range}, or none`);
}
