import { z } from 'zod';
import { dtypes } from '../models/local/onnx-model.ts';

/** A whole number of at least `least`; the message reads behind "Expected". */
export function wholeNumber(least: number): z.ZodNumber {
  const expected = `a whole number of at least ${least}`;
  return z.int(expected).min(least, expected).max(Number.MAX_SAFE_INTEGER, expected);
}

/** Which repetition of the same questions it is, counted from 0. */
export const replicate = wholeNumber(0).default(0);

/** A repetition as keys have it: the first is left unsaid, since what has no repetitions is that. */
export function saidReplicate(number: number): { readonly replicate?: number } {
  return number === 0 ? {} : { replicate: number };
}

/** A text that is not empty. */
export const name = z.string('a name').min(1, 'a name');

/** A number of the `range` that the schema checks, or `none` to leave it to the model. */
function orNone(number: z.ZodNumber, range: string): z.ZodType<number | 'none'> {
  return z.union([number, z.literal('none')], `${range}, or none`);
}

const temperature = 'a number from 0 to 2';

/** The settings of every stage that asks a chat model, with its prompts in files. */
export const chatSettings = {
  /** `none` leaves it to the model, since some refuse it. */
  temperature: orNone(z.number().min(0, temperature).max(2, temperature), temperature).default(0),
  /** The longest reply; `none` leaves it to the model. */
  maxTokens: orNone(wholeNumber(1), 'a whole number of at least 1').default(512),
  /** Precision of a model on this machine; empty for what there is. It is part of who the model is. */
  dtype: z.enum(['', ...dtypes]).default(''),
  modelTag: z.string('a tag').default(''),
  prompts: z.string('a folder').default(''),
  baseUrl: z.string('an address').default(''),
};
