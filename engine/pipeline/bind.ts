import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import { unknownName } from '../unknown-name.ts';
import { placeText, type Parameter, type PipelineDefinition, type StepDefinition } from './definition.ts';
import { yamlValue } from './yaml.ts';

/** What a user gives on the command line, as text: `params` by parameter name, `settings` as `step.setting`. */
export interface Overrides {
  readonly params: { readonly [name: string]: string };
  readonly settings: { readonly [place: string]: string };
}

/** Where the value of a setting came from, for error messages. */
export interface Origin {
  /** A flag, or a place in a file. */
  readonly where: string;
  /** The parameter that a flag of the command set. */
  readonly parameter?: Parameter;
}

/** A step with its settings filled in. */
export interface BoundStep extends StepDefinition {
  readonly origins: { readonly [setting: string]: Origin };
}

/** A pipeline with every parameter given a value. */
export interface BoundPipeline {
  readonly params: { readonly [name: string]: Json };
  readonly steps: readonly BoundStep[];
}

/** A parameter with the value that it has in this run. */
interface BoundParameter {
  readonly value: Json;
  readonly origin: Origin;
}

/** Gives every parameter its value, the user's before the default, and puts the values into the steps' settings. */
export function bindParameters(pipeline: PipelineDefinition, overrides: Overrides): BoundPipeline {
  for (const name of Object.keys(overrides.params)) {
    if (!pipeline.params.has(name)) throw unknownName('parameter', name, pipeline.params.keys(), `--${name}`);
  }
  const params = new Map(
    [...pipeline.params.values()].map((param) => [
      param.name,
      bindParameter(param, overrides.params[param.name]),
    ]),
  );
  const settings = settingsByStep(pipeline, overrides.settings);
  const steps = [...pipeline.steps.values()].map((step) =>
    bindStep(step, params, settings.get(step.name) ?? []),
  );
  assertUsed(pipeline);
  return { params: Object.fromEntries([...params].map(([name, { value }]) => [name, value])), steps };
}

/** A parameter that no step uses is a slip of the pen: what it was meant to change would silently stay as it is. */
function assertUsed({ params, steps }: PipelineDefinition): void {
  const values = [...steps.values()].flatMap((step) => Object.values(step.with));
  const used = values.flatMap((value) =>
    typeof value === 'string' && value.startsWith('$') ? value.slice(1) : [],
  );
  for (const { name, where } of params.values()) {
    if (!used.includes(name)) throw unknownName('parameter', name, new Set(used), placeText(where));
  }
}

/** A text of the user's is a text where the default is one, otherwise what YAML makes of it. */
function bindParameter(parameter: Parameter, given: string | undefined): BoundParameter {
  const { name, default: preset, where } = parameter;
  if (given === undefined)
    return { value: preset, origin: { where: `${placeText(where)}, parameter ${name}` } };
  const value = typeof preset === 'string' ? given : yamlValue(given);
  return { value, origin: { where: `--${name}`, parameter } };
}

function bindStep(
  step: StepDefinition,
  params: ReadonlyMap<string, BoundParameter>,
  given: readonly (readonly [setting: string, text: string])[],
): BoundStep {
  const bound = new Map<string, BoundParameter>();
  for (const [setting, value] of Object.entries(step.with)) {
    const where = `${placeText(step.places[setting] ?? step.where)}, ${step.name}.${setting}`;
    if (typeof value !== 'string' || !value.startsWith('$')) {
      bound.set(setting, { value, origin: { where } });
      continue;
    }
    const parameter = params.get(value.slice(1));
    if (parameter === undefined) throw unknownName('parameter', value.slice(1), params.keys(), where);
    bound.set(setting, parameter);
  }
  for (const [setting, text] of given) {
    bound.set(setting, { value: yamlValue(text), origin: { where: `--set ${step.name}.${setting}` } });
  }
  return {
    ...step,
    with: Object.fromEntries([...bound].map(([setting, { value }]) => [setting, value])),
    origins: Object.fromEntries([...bound].map(([setting, { origin }]) => [setting, origin])),
  };
}

/** The settings that the user changes, by step. */
function settingsByStep(
  pipeline: PipelineDefinition,
  settings: Overrides['settings'],
): ReadonlyMap<string, readonly (readonly [setting: string, text: string])[]> {
  const byStep = new Map<string, (readonly [string, string])[]>();
  for (const [place, text] of Object.entries(settings)) {
    const [, step, setting] = /^([^.]+)\.([^.]+)$/.exec(place) ?? [];
    if (step === undefined || setting === undefined) {
      throw new ExpectedError({
        code: 'usage',
        message: `Expected step.setting=value, found ${JSON.stringify(`${place}=${text}`)}.`,
        where: '--set',
        remedy: 'For example: --set ranking.depth=100.',
      });
    }
    if (!pipeline.steps.has(step)) throw unknownName('step', step, pipeline.steps.keys(), `--set ${place}`);
    byStep.set(step, [...(byStep.get(step) ?? []), [setting, text]]);
  }
  return byStep;
}
