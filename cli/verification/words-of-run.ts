import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../../engine/json.ts';
import { digestOf, sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { Overrides } from '../../engine/pipeline/bind.ts';
import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { planRun, type Plan } from '../../engine/pipeline/plan.ts';
import { yamlValue } from '../../engine/pipeline/yaml.ts';
import { findPipeline } from '../../pipelines/find.ts';
import { stages } from '../../stages/registry.ts';
import { judgePipeline, judgeSteps } from '../judge-steps.ts';
import type { RecordedRejudging, RecordedRun, RunRecord } from '../recorded-run.ts';

/**
 * The words that make a run again: its pipeline, each parameter that is not at its default, and each setting that no
 * parameter gives. The run is planned with them, and refused where the steps are not those of the run.
 */
export function wordsOfRun({ folder, record }: RecordedRun): readonly string[] {
  const path = pipelinePath(folder, record);
  const pipeline = findPipeline(path);
  const params = changedParams(pipeline, record);
  const settings = changedSettings(record, planRun(pipeline, { params, settings: {} }, stages));
  assertSame(record, planRun(pipeline, { params, settings }, stages));
  return [
    path,
    ...Object.entries(params).flatMap(([name, text]) => [`--${name}`, text]),
    ...Object.entries(settings).flatMap(([place, text]) => ['--set', `${place}=${text}`]),
  ];
}

/** The words that have the same judges judge the same run again; refused where they would judge otherwise. */
export function wordsOfRejudging({ folder, record }: RecordedRejudging): readonly string[] {
  if (record.params === undefined)
    throw new ExpectedError({
      code: 'run-record',
      message: `Expected what the judges of ${record.run} were given, found none; an early version wrote it.`,
      where: folder,
      remedy: `Judge ${record.rejudges} again: no judge is asked for a verdict that is in the store.`,
      exitCode: 1,
    });
  const { pipeline } = judgePipeline();
  const params = changedParams(pipeline, { params: record.params });
  const { steps } = judgeSteps(params);
  const judges = record.steps.filter(({ stage }) => stages.get(stage)?.output === 'verdicts');
  assertSame({ ...record, steps: judges }, { pipeline, steps });
  return [record.rejudges, ...Object.entries(params).flatMap(([name, text]) => [`--${name}`, text])];
}

/** A pipeline that ships by its name; another by its path: here, or beside the folder of results. */
function pipelinePath(folder: string, { run, pipeline, pipelineFile }: RunRecord): string {
  if (pipelineFile === undefined) return pipeline;
  const { file, sha256: digest } = pipelineFile;
  const found = [process.cwd(), resolve(folder, '..', '..', '..')]
    .map((place) => join(place, file))
    .find((path) => existsSync(path) && sha256(readFileSync(path)) === digest);
  if (found !== undefined) return found;
  throw new ExpectedError({
    code: 'pipeline-file',
    message: `Expected the pipeline of run ${run}, found no ${file} with its SHA-256.`,
    where: process.cwd(),
    remedy: `Call this where ${file} lies; its SHA-256 is ${digest}.`,
  });
}

function changedParams(
  { params }: PipelineDefinition,
  record: Pick<RunRecord, 'params'>,
): Overrides['params'] {
  const changed = Object.entries(record.params).flatMap(([name, value]) => {
    const preset = params.get(name)?.default;
    if (canonicalJson(preset) === canonicalJson(value)) return [];
    return [[name, typeof preset === 'string' ? String(value) : yamlText(value)]];
  });
  return Object.fromEntries(changed);
}

function changedSettings({ steps }: RunRecord, plan: Plan): Overrides['settings'] {
  const changed = steps.flatMap(({ step, settings }) => {
    const planned = Object.entries(plan.steps.find(({ name }) => name === step)?.settings ?? {});
    return Object.entries(settings)
      .filter(([name, value]) => canonicalJson(value) !== canonicalJson(Object.fromEntries(planned)[name]))
      .map(([name, value]) => [`${step}.${name}`, yamlText(Array.isArray(value) ? value.join(',') : value)]);
  });
  return Object.fromEntries(changed);
}

/** A text that YAML reads as this value; words are left bare. */
function yamlText(value: unknown): string {
  return typeof value === 'string' && yamlValue(value) === value ? value : JSON.stringify(value);
}

function assertSame(
  { run, version, steps }: Pick<RunRecord, 'run' | 'version' | 'steps'>,
  plan: Pick<Plan, 'pipeline' | 'steps'>,
): void {
  const planned = plan.steps.map(({ name, stage, settings, inputs }) => ({
    step: name,
    stage: stage.name,
    version: stage.version,
    settings,
    inputs,
  }));
  const recorded = steps.map(({ step, stage, version: of, settings, inputs }) => ({
    step,
    stage,
    version: of,
    settings,
    inputs,
  }));
  if (digestOf(planned) === digestOf(recorded)) return;
  const other = recorded.find((each, at) => canonicalJson(each) !== canonicalJson(planned[at] ?? null));
  throw new ExpectedError({
    code: 'other-pipeline',
    message: `Expected the steps of run ${run}, found that step ${other?.step ?? planned.at(-1)?.step} would run otherwise.`,
    where: plan.pipeline.name,
    remedy: `Use version ${version}, which made the run, with the pipeline as it was then.`,
    exitCode: 1,
  });
}
