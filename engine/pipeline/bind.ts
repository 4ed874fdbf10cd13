import { parse } from 'yaml';
import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import { nearest } from '../nearest.ts';
import { placeText, type PipelineDefinition, type StepDefinition } from './definition.ts';

/** What a user gives on the command line, as text: `params` by parameter name, `settings` as `step.setting`. */
export interface Overrides {
  readonly params: { readonly [name: string]: string };
  readonly settings: { readonly [place: string]: string };
}

/** A step with its settings filled in, and for each setting where its value came from, for error messages. */
export interface BoundStep extends StepDefinition {
  readonly origins: { readonly [setting: string]: string };
}

/** A pipeline with every parameter given a value. */
export interface BoundPipeline {
  readonly params: { readonly [name: string]: Json };
  readonly steps: readonly BoundStep[];
}

/** Gives every parameter its value, the user's before the default, and puts the values into the steps' settings. */
export function bindParameters(pipeline: PipelineDefinition, overrides: Overrides): BoundPipeline {
  for (const name of Object.keys(overrides.params)) {
    if (!pipeline.params.has(name)) throw unknown('parameter', name, pipeline.params.keys(), `--${name}`);
  }
  const params = Object.fromEntries(
    [...pipeline.params.values()].map(({ name, default: preset }) => [
      name,
      valueOf(overrides.params[name], preset),
    ]),
  );
  const settings = settingsByStep(pipeline, overrides.settings);
  const steps = [...pipeline.steps.values()].map((step) =>
    bindStep(step, params, settings.get(step.name) ?? {}),
  );
  return { params, steps };
}

function bindStep(
  step: StepDefinition,
  params: { readonly [name: string]: Json },
  given: { readonly [setting: string]: string },
): BoundStep {
  const values: { [setting: string]: Json } = {};
  const origins: { [setting: string]: string } = {};
  for (const [setting, value] of Object.entries(step.with)) {
    if (typeof value === 'string' && value.startsWith('$')) {
      const name = value.slice(1);
      const bound = params[name];
      if (bound === undefined) {
        throw unknown('parameter', value, Object.keys(params), `${placeText(step.where)}, step ${step.name}`);
      }
      values[setting] = bound;
      origins[setting] = `--${name}`;
    } else {
      values[setting] = value;
      origins[setting] = `${placeText(step.where)}, ${step.name}.${setting}`;
    }
  }
  for (const [setting, text] of Object.entries(given)) {
    values[setting] = valueOf(text, null);
    origins[setting] = `--set ${step.name}.${setting}`;
  }
  return { ...step, with: values, origins };
}

function settingsByStep(
  pipeline: PipelineDefinition,
  settings: Overrides['settings'],
): ReadonlyMap<string, { readonly [setting: string]: string }> {
  const byStep = new Map<string, { [setting: string]: string }>();
  for (const [place, text] of Object.entries(settings)) {
    const [, step, setting] = /^([^.]+)\.([^.]+)$/.exec(place) ?? [];
    if (step === undefined || setting === undefined) {
      throw new ExpectedError({
        code: 'usage',
        message: `Expected step.setting=value, found ${place}=${text}.`,
        where: '--set',
        remedy: 'For example: --set ranking.depth=100.',
      });
    }
    if (!pipeline.steps.has(step)) throw unknown('step', step, pipeline.steps.keys(), `--set ${place}`);
    byStep.set(step, { ...byStep.get(step), [setting]: text });
  }
  return byStep;
}

/** The value that a text on the command line means: text where the preset is text, otherwise what YAML makes of it. */
function valueOf(text: string | undefined, preset: Json): Json {
  if (text === undefined) return preset;
  return typeof preset === 'string' ? text : (parse(text) as Json);
}

/** An error about a name that is not known, with the nearest one that is. */
export function unknown(what: string, name: string, known: Iterable<string>, where: string): ExpectedError {
  const names = [...known];
  const near = nearest(name, names);
  return new ExpectedError({
    code: `unknown-${what}`,
    message: `Expected a known ${what}, found ${name}.`,
    where,
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}Known: ${names.join(', ')}.`,
  });
}
