import { z } from 'zod';
import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import type { ServiceRequest } from '../service.ts';
import type { AnyStage } from '../stage.ts';
import { shownValue } from '../shown.ts';
import { unknownName } from '../unknown-name.ts';
import { bindParameters, type BoundStep, type Overrides } from './bind.ts';
import { placeText, presetOf, type PipelineDefinition } from './definition.ts';

/** One step that will run, or be found in the store. */
export interface PlannedStep {
  readonly name: string;
  readonly stage: AnyStage;
  /** As the stage's schema returned them. */
  readonly settings: object;
  /** The step behind each port that these settings need. */
  readonly inputs: { readonly [port: string]: string };
  readonly services: { readonly [name: string]: ServiceRequest };
}

/** What a run will do, worked out without running anything. */
export interface Plan {
  readonly pipeline: PipelineDefinition;
  readonly params: { readonly [name: string]: Json };
  /** The steps that the result needs, each behind the ones it reads. */
  readonly steps: readonly PlannedStep[];
  readonly result: string;
}

/** The stages that pipelines may name. */
export type StageRegistry = ReadonlyMap<string, AnyStage>;

/** Works out which steps the result needs with these parameters, and in which order. */
export function planRun(pipeline: PipelineDefinition, overrides: Overrides, stages: StageRegistry): Plan {
  const bound = bindParameters(pipeline, overrides);
  const byName = new Map(bound.steps.map((step) => [step.name, step]));
  const steps = inOrder(byName).map((step) => resolve(step, byName, stages));
  const needed = stepsBehind(pipeline.result, new Map(steps.map((step) => [step.name, step])));
  return {
    pipeline,
    params: bound.params,
    steps: steps.filter(({ name }) => needed.has(name)),
    result: pipeline.result,
  };
}

/** All steps, each behind those that it names, whether or not this run needs them. Refuses circles. */
function inOrder(steps: ReadonlyMap<string, BoundStep>): readonly BoundStep[] {
  const ordered = new Set<BoundStep>();
  const open: string[] = [];
  const visit = (name: string): void => {
    const step = steps.get(name);
    if (step === undefined || ordered.has(step)) return;
    if (open.includes(name)) {
      const circle = [...open.slice(open.indexOf(name)), name].join(' → ');
      throw invalid(step, `the steps run in a circle: ${circle}`, 'Let one of them read an earlier step.');
    }
    open.push(name);
    step.from.forEach(visit);
    open.pop();
    ordered.add(step);
  };
  for (const name of steps.keys()) visit(name);
  return [...ordered];
}

function stepsBehind(result: string, steps: ReadonlyMap<string, PlannedStep>): ReadonlySet<string> {
  const needed = new Set([result]);
  for (const name of needed)
    Object.values(steps.get(name)?.inputs ?? {}).forEach((input) => needed.add(input));
  return needed;
}

function resolve(step: BoundStep, steps: ReadonlyMap<string, BoundStep>, stages: StageRegistry): PlannedStep {
  const stage = stages.get(step.stage);
  if (stage === undefined)
    throw unknownName('stage', step.stage, stages.keys(), `${placeText(step.where)}, step ${step.name}`);
  const settings = settingsOf(step, stage);
  return {
    name: step.name,
    stage,
    settings,
    inputs: inputsOf(step, stage.inputs(settings), steps, stages),
    services: stage.services?.(settings) ?? {},
  };
}

function settingsOf(step: BoundStep, stage: AnyStage): object {
  const parsed = stage.settings.safeParse(step.with, { error: () => 'another value' });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const setting = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : String(issue?.path[0]);
  const { where, parameter } = step.origins[setting] ?? {
    where: `${placeText(step.where)}, ${step.name}.${setting}`,
  };
  const value = step.with[setting];
  if (issue?.code === 'unrecognized_keys') throw unknownName('setting', setting, settingNames(stage), where);
  if (issue?.code === 'invalid_value' && value !== undefined)
    throw unknownName('value', String(value), issue.values.map(String), where);
  const expected =
    issue?.code === 'invalid_value'
      ? `one of ${issue.values.join(', ')}`
      : (issue?.message ?? 'another value');
  throw new ExpectedError({
    code: 'setting',
    message: `Expected ${expected}, found ${shownValue(value)}.`,
    where,
    remedy:
      parameter === undefined
        ? `The setting is \`${setting}\` of stage ${stage.name}: ${stage.summary}`
        : `--${parameter.name}: ${parameter.about}${presetOf(parameter)}.`,
  });
}

/** The settings that a stage takes, before its schema changes them. */
function settingNames(stage: AnyStage): readonly string[] {
  const { properties = {} } = z.toJSONSchema(stage.settings, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

function inputsOf(
  step: BoundStep,
  ports: { readonly [port: string]: string | undefined },
  steps: ReadonlyMap<string, BoundStep>,
  stages: StageRegistry,
): { readonly [port: string]: string } {
  for (const name of step.from) {
    if (!steps.has(name))
      throw unknownName('step', name, steps.keys(), `${placeText(step.where)}, ${step.name}.from`);
  }
  const inputs: { [port: string]: string } = {};
  for (const [port, kind] of Object.entries(ports)) {
    const source = step.from.find((name) => stages.get(steps.get(name)?.stage ?? '')?.output === kind);
    if (source === undefined) {
      const makers = [...stages.values()].filter(({ output }) => output === kind).map(({ name }) => name);
      throw invalid(
        step,
        `step ${step.name} needs ${kind}, and none of its inputs (${step.from.join(', ') || 'none'}) makes them`,
        `Add to \`from\` a step with stage ${makers.join(' or ')}.`,
      );
    }
    inputs[port] = source;
  }
  return inputs;
}

function invalid(step: BoundStep, message: string, remedy: string): ExpectedError {
  return new ExpectedError({
    code: 'pipeline',
    message: `${message[0]?.toUpperCase()}${message.slice(1)}.`,
    where: placeText(step.where),
    remedy,
  });
}
