import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { z } from 'zod';
import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import {
  placeText,
  type Parameter,
  type PipelineDefinition,
  type Position,
  type StepDefinition,
} from './definition.ts';

const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'a name of lower-case letters, digits and hyphens');
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const parameter = z.union([scalar, z.strictObject({ default: scalar, about: z.string().optional() })]);
const step = z.strictObject({
  stage: name.optional(),
  from: z.union([name, z.array(name)]).optional(),
  with: z.record(z.string(), z.json()).optional(),
});

/** The form of a pipeline file. The JSON Schema for editors is generated from it. */
export const pipelineFile = z.strictObject({
  $schema: z.string().optional(),
  extends: name.optional(),
  summary: z.string(),
  params: z.record(name, parameter).optional(),
  steps: z.record(name, step).optional(),
  result: name.optional(),
});

type PipelineFile = z.infer<typeof pipelineFile>;

/** Reads the text of a pipeline file; undefined where there is no such pipeline. */
export type ReadPipeline = (name: string) => { readonly file: string; readonly text: string } | undefined;

/**
 * Parses a pipeline file and merges the bases that it extends: parameters and settings one by one,
 * `stage`, `from`, `result` and `summary` as a whole. Errors carry file, line and column.
 */
export function parsePipeline(
  pipeline: string,
  source: { readonly file: string; readonly text: string },
  read: ReadPipeline,
  extending: readonly string[] = [],
): PipelineDefinition {
  const { content, at } = parseFile(source);
  const base = content.extends === undefined ? undefined : baseOf(content.extends, at(['extends']));
  const params = new Map(base?.params);
  for (const [param, value] of Object.entries(content.params ?? {})) {
    params.set(param, parameterOf(param, value, at(['params', param]), params.get(param)));
  }
  const steps = new Map(base?.steps);
  for (const [stepName, value] of Object.entries(content.steps ?? {})) {
    steps.set(stepName, stepOf(stepName, value, at(['steps', stepName]), steps.get(stepName)));
  }
  const result = content.result ?? base?.result;
  if (result === undefined || !steps.has(result)) {
    throw invalid(at(['result']), `expected \`result\` to name a step, found ${result ?? 'nothing'}`, [
      ...steps.keys(),
    ]);
  }
  return { name: pipeline, summary: content.summary, params, steps, result, where: at([]) };

  function baseOf(baseName: string, where: Position): PipelineDefinition {
    if (baseName === pipeline || extending.includes(baseName)) {
      throw invalid(where, `\`extends\` runs in a circle: ${[...extending, pipeline, baseName].join(' → ')}`);
    }
    const found = read(baseName);
    if (found === undefined)
      throw invalid(where, `expected a pipeline to extend, found no pipeline ${baseName}`);
    return parsePipeline(baseName, found, read, [...extending, pipeline]);
  }
}

function parameterOf(
  param: string,
  value: z.infer<typeof parameter>,
  where: Position,
  base: Parameter | undefined,
): Parameter {
  const given = value !== null && typeof value === 'object' ? value : { default: value };
  return { name: param, default: given.default, about: given.about ?? base?.about ?? '', where };
}

function stepOf(
  stepName: string,
  value: z.infer<typeof step>,
  where: Position,
  base: StepDefinition | undefined,
): StepDefinition {
  const stage = value.stage ?? base?.stage;
  if (stage === undefined) throw invalid(where, `step ${stepName}: expected \`stage\`, found none`);
  const from = typeof value.from === 'string' ? [value.from] : (value.from ?? base?.from ?? []);
  return {
    name: stepName,
    stage,
    from,
    with: { ...base?.with, ...value.with } as Record<string, Json>,
    where,
  };
}

function parseFile(source: { readonly file: string; readonly text: string }): {
  readonly content: PipelineFile;
  at(path: readonly PropertyKey[]): Position;
} {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines, prettyErrors: false });
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file: source.file, line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) throw invalid(position(error.pos[0]), `not valid YAML: ${error.message}`);
  const at = (path: readonly PropertyKey[]): Position => position(offsetOf(document, path));
  const parsed = pipelineFile.safeParse(document.toJS());
  if (parsed.success) return { content: parsed.data, at };
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  throw invalid(
    at(path),
    `${path.length > 0 ? `\`${path.join('.')}\`: ` : ''}${issue?.message ?? 'not a pipeline'}`,
  );
}

/** Where the value at a path begins; of a map's member where its name stands; the nearest enclosing place otherwise. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
    if (pair === undefined) break;
    offset = startOf(pair.key) ?? offset;
    node = pair.value;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) ? (node as Node).range?.[0] : undefined;
}

function invalid(where: Position, message: string, known: readonly string[] = []): ExpectedError {
  return new ExpectedError({
    code: 'pipeline-file',
    message: `${message[0]?.toUpperCase()}${message.slice(1)}.`,
    where: placeText(where),
    ...(known.length > 0 ? { remedy: `Known here: ${known.join(', ')}.` } : {}),
  });
}
