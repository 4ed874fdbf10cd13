import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../engine/expected-error.ts';
import { packageRoot } from '../engine/package-root.ts';
import type { Usage } from './remote/usage.ts';

const dollars = z.number('dollars for a million tokens').nonnegative('dollars for a million tokens');
const priceFile = z.strictObject({
  /** When the prices were looked up. */
  asOf: z.string('a date'),
  about: z.string().optional(),
  models: z.record(
    z.string(),
    z.strictObject({ input: dollars, cachedInput: dollars.optional(), output: dollars.default(0) }),
  ),
});

/** What calls to models cost. */
export interface Prices {
  /** Dollars for the tokens of a call to a model such as `openai:gpt-4o`; undefined where its price is not known. */
  costOf(model: string, usage: Usage): number | undefined;
  /** The models that were asked for and have no price. */
  readonly unknown: ReadonlySet<string>;
}

const shipped = path.join(packageRoot, 'data', 'prices.json');

/** Reads a price file: the one that ships, unless another is named. */
export function readPrices(file = shipped): Prices {
  const { models } = parse(file);
  const unknown = new Set<string>();
  return {
    unknown,
    costOf(model, usage) {
      const price = models[model] ?? models[withoutDate(model)];
      if (price === undefined) {
        unknown.add(model);
        return undefined;
      }
      // Providers count cached tokens among the input.
      const fresh = usage.input - usage.cachedInput;
      const { input, cachedInput = input, output } = price;
      return (fresh * input + usage.cachedInput * cachedInput + usage.output * output) / 1e6;
    },
  };
}

/** The model that a dated snapshot such as `gpt-4o-2024-08-06` is one of. */
function withoutDate(model: string): string {
  return model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
}

function parse(file: string): z.infer<typeof priceFile> {
  try {
    return priceFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'price-file',
        message: `Expected a file of prices, found ${foundInstead(error)}.`,
        where: file,
        remedy: `Take ${shipped} as a pattern.`,
      },
      { cause: error },
    );
  }
}

function foundInstead(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `one in which ${issue?.path.join('.') || 'the whole'} is not right (${issue?.message})`;
  }
  if (error instanceof SyntaxError) return 'one that is no JSON';
  return 'none that can be read';
}
