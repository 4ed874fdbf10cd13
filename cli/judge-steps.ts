import type { Json } from '../engine/json.ts';
import type { Overrides } from '../engine/pipeline/bind.ts';
import type { Parameter, PipelineDefinition } from '../engine/pipeline/definition.ts';
import { planRun, type PlannedStep } from '../engine/pipeline/plan.ts';
import { findPipeline } from '../pipelines/find.ts';
import { stages } from '../stages/registry.ts';
import { namesArgument } from './arguments.ts';

/** The pipeline whose judge a rejudging takes, and those of its parameters that the judge is given. */
export function judgePipeline(): {
  readonly pipeline: PipelineDefinition;
  readonly parameters: readonly Parameter[];
} {
  const pipeline = findPipeline('judged');
  const asked = Object.values(pipeline.steps.get(pipeline.result)?.with ?? {});
  const parameters = [...pipeline.params.values()].filter(({ name }) => asked.includes(`$${name}`));
  return { pipeline, parameters };
}

/** The judges of a rejudging. */
export interface JudgeSteps {
  /** One for each judge that is named. */
  readonly steps: readonly PlannedStep[];
  /** What they were made from. */
  readonly params: { readonly [name: string]: Json };
}

/** Plans the judge step of the pipeline once for each of the names at `judge`, which have commas between them. */
export function judgeSteps(given: Overrides['params']): JudgeSteps {
  const { pipeline, parameters } = judgePipeline();
  const names = [...new Set(namesArgument(given['judge'] ?? ''))];
  const plans = (names.length === 0 ? [''] : names).map((judge) =>
    planRun(pipeline, { settings: {}, params: { ...given, judge } }, stages),
  );
  const steps = plans.flatMap((plan, at) =>
    plan.steps
      .filter((step) => step.name === plan.result)
      .map((step) => ({ ...step, name: names.length > 1 ? `${step.name}-${at + 1}` : step.name })),
  );
  const params = parameters.map(({ name }) => [name, plans[0]?.params[name]]);
  return { steps, params: { ...Object.fromEntries(params), judge: names.join(',') } };
}
