import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { ExpectedError } from '../../engine/expected-error.ts';

const dollars = z.number('dollars for a million tokens').nonnegative('dollars for a million tokens');
const tokens = z.int('a number of tokens').positive('a number of tokens');

const model = z.strictObject({
  contextTokens: tokens.optional(),
  replyTokens: tokens.optional(),
  tokeniser: z.string('the name of a tokeniser').optional(),
  input: dollars.optional(),
  cachedInput: dollars.optional(),
  cacheWrite: dollars.optional(),
  output: dollars.optional(),
  batchShare: z.number('a share').min(0, 'a share').max(1, 'a share').optional(),
});

const alias = z.strictObject({
  model: z.string('the name of a model'),
  about: z.string('what the name means'),
  contextTokens: tokens.exactOptional(),
});

const schema = z.strictObject({
  /** When it was looked up. */
  asOf: z.string('a date'),
  about: z.string().optional(),
  models: z.record(z.string(), model),
  aliases: z.record(z.string(), alias).default({}),
});

/** A file of what is known of models, YAML or JSON. */
export type CatalogFile = z.infer<typeof schema>;

/** Reads such a file; `pattern` is one that is right. */
export function readCatalogFile(file: string, pattern: string): CatalogFile {
  try {
    return schema.parse(parseYaml(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'price-file',
        message: `Expected a file of prices, found ${foundInstead(error)}.`,
        where: file,
        remedy: `Take ${pattern} as a pattern.`,
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
  if (error instanceof Error && error.name === 'YAMLParseError') return 'one that is neither YAML nor JSON';
  return 'none that can be read';
}
