import { z } from 'zod';
import { ExpectedError } from '../expected-error.ts';
import { shownValue } from '../shown.ts';
import { unknownName } from '../unknown-name.ts';
import { placeText, type Position } from './definition.ts';
import { parseYaml } from './yaml.ts';

// The messages read behind "Expected".
const name = z
  .string('a name')
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'a name of lower-case letters, digits and single hyphens');
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const parameter = z.union(
  [scalar, z.strictObject({ default: scalar, about: z.string().optional(), grid: z.boolean().optional() })],
  'a default value (text, number, true, false or null), or `{ default, about, grid }`',
);
const step = z.strictObject(
  {
    stage: name.optional(),
    from: z.union([name, z.array(name)], 'the name of a step, or a list of them').optional(),
    with: z.record(z.string(), z.json(), 'settings by name').optional(),
  },
  'a step: `stage`, `from`, `with`',
);

/** The form of a pipeline file. The JSON Schema for editors is generated from it. */
export const pipelineFile = z.strictObject(
  {
    $schema: z.string('a text').optional(),
    extends: name.optional(),
    summary: z.string('a text'),
    params: z.record(name, parameter, 'parameters by name').optional(),
    steps: z.record(name, step, 'steps by name').optional(),
    result: name.optional(),
  },
  'a pipeline: `summary`, `params`, `steps`, `result`',
);

/** What a file says of a parameter, and of a step. */
export type ParameterContent = z.infer<typeof parameter>;
export type StepContent = z.infer<typeof step>;
type PipelineFile = z.infer<typeof pipelineFile>;

/** The text of a pipeline file, and how to name the file. */
export interface PipelineSource {
  readonly file: string;
  readonly text: string;
}

/** Checks the form of a pipeline file. Errors carry file, line and column. */
export function readPipelineFile(source: PipelineSource): {
  readonly content: PipelineFile;
  at(path: readonly PropertyKey[]): Position;
} {
  const { value, at } = parseYaml(source);
  const parsed = pipelineFile.safeParse(value, { error: () => 'another value' });
  if (parsed.success) return { content: parsed.data, at };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const { shape } = path.length === 0 ? pipelineFile : step;
    throw unknownName('key', key, Object.keys(shape), placeText(at([...path, key])));
  }
  const field = path.length === 0 ? '' : `\`${path.join('.')}\` to be `;
  const [inKey] = issue?.code === 'invalid_key' ? issue.issues : [];
  const found = inKey === undefined ? memberAt(value, path) : path.at(-1);
  throw new ExpectedError({
    code: 'pipeline-file',
    message: `Expected ${field}${inKey?.message ?? issue?.message ?? 'another value'}, found ${shownValue(found)}.`,
    where: placeText(at(path)),
    remedy: 'pipelines/rag.yaml is an example.',
  });
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner === null || typeof inner !== 'object' ? undefined : Reflect.get(inner, key)),
    value,
  );
}
