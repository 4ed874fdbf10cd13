import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import { unknownName } from '../unknown-name.ts';
import {
  placeText,
  type Parameter,
  type PipelineDefinition,
  type Position,
  type StepDefinition,
} from './definition.ts';
import {
  readPipelineFile,
  type ParameterContent,
  type PipelineSource,
  type StepContent,
} from './pipeline-file.ts';

/** Reads the file of a pipeline that is extended; `asked` is the place that names it. Undefined where there is none. */
export type ReadPipeline = (name: string, asked: string) => PipelineSource | undefined;

/**
 * Parses a pipeline file and merges the bases that it extends: parameters and settings one by one,
 * `stage`, `from`, `result` and `summary` as a whole. Errors carry file, line and column.
 */
export function parsePipeline(
  pipeline: string,
  source: PipelineSource,
  read: ReadPipeline,
  extending: readonly string[] = [],
): PipelineDefinition {
  const { content, at } = readPipelineFile(source);
  const base = content.extends === undefined ? undefined : baseOf(content.extends, at(['extends']));
  const params = new Map(base?.params);
  for (const [param, value] of Object.entries(content.params ?? {})) {
    params.set(param, parameterOf(param, value, at(['params', param]), params.get(param)));
  }
  const steps = new Map(base?.steps);
  for (const [stepName, value] of Object.entries(content.steps ?? {})) {
    steps.set(
      stepName,
      stepOf(stepName, value, (...path) => at(['steps', stepName, ...path]), steps.get(stepName)),
    );
  }
  const result = content.result ?? base?.result;
  if (result === undefined)
    throw invalid(at([]), 'Expected `result` to name a step, found nothing', 'Add `result: <step>`.');
  if (!steps.has(result)) throw unknownName('step', result, steps.keys(), placeText(at(['result'])));
  return { name: pipeline, summary: content.summary, params, steps, result, where: at([]) };

  function baseOf(baseName: string, where: Position): PipelineDefinition {
    const found = read(baseName, placeText(where));
    if (found === undefined) throw unknownName('pipeline', baseName, [], placeText(where));
    const chain = [...extending, source.file];
    if (chain.includes(found.file)) {
      const circle = [...chain.slice(chain.indexOf(found.file)), found.file].join(' → ');
      throw invalid(where, `\`extends\` runs in a circle: ${circle}`, 'Let one of them extend nothing.');
    }
    return parsePipeline(baseName, found, read, chain);
  }
}

function parameterOf(
  param: string,
  value: ParameterContent,
  where: Position,
  base: Parameter | undefined,
): Parameter {
  const given = value !== null && typeof value === 'object' ? value : { default: value };
  return {
    name: param,
    default: given.default,
    about: given.about ?? base?.about ?? '',
    grid: given.grid ?? base?.grid ?? true,
    where,
  };
}

function stepOf(
  stepName: string,
  value: StepContent,
  at: (...path: readonly string[]) => Position,
  base: StepDefinition | undefined,
): StepDefinition {
  const stage = value.stage ?? base?.stage;
  if (stage === undefined)
    throw invalid(at(), `Expected step ${stepName} to have a \`stage\`, found none`, 'See pipeline ls.');
  const from = typeof value.from === 'string' ? [value.from] : (value.from ?? base?.from ?? []);
  const places = Object.keys(value.with ?? {}).map((setting) => [setting, at('with', setting)] as const);
  return {
    name: stepName,
    stage,
    from,
    with: { ...base?.with, ...value.with } as Record<string, Json>,
    places: { ...base?.places, ...Object.fromEntries(places) },
    where: at(),
  };
}

function invalid(where: Position, message: string, remedy: string): ExpectedError {
  return new ExpectedError({
    code: 'pipeline-file',
    message: `${message}.`,
    where: placeText(where),
    remedy,
  });
}
