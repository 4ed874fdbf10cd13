import type { Json } from '../json.ts';
import type { PlannedStep } from '../pipeline/plan.ts';
import type { Service, ServiceProvider } from '../service.ts';
import type { ArtifactReader, Recipe } from '../store/artifact.ts';
import { storeLayout, type ItemRecipe } from '../store/store.ts';

/** The artifacts of the steps that are done, by step name. */
export type Artifacts = ReadonlyMap<string, ArtifactReader<unknown>>;

/** The services of a step, built by the provider. */
export function servicesOf(
  step: PlannedStep,
  provider: ServiceProvider,
): { readonly [name: string]: Service } {
  return mapValues(step.services, (request) => provider.get(request));
}

/**
 * Everything that can change the artifact of a step, and nothing else:
 * the layout, because it changes the bytes; stage and version, because they name the code; the settings
 * that can change a result; the content that is read, not where it came from or what made it; and who
 * the services are.
 */
export function recipeOf(
  step: PlannedStep,
  inputs: { readonly [port: string]: ArtifactReader<unknown> },
  services: { readonly [name: string]: Service },
): Recipe {
  const { stage } = step;
  return {
    layout: storeLayout,
    stage: stage.name,
    version: stage.version,
    settings: keyedSettings(step),
    inputs: mapValues(inputs, ({ digest }) => digest),
    services: identitiesOf(services),
  };
}

/** Who the services are, by name. */
export function identitiesOf(services: { readonly [name: string]: Service }): {
  readonly [name: string]: Json;
} {
  return mapValues(services, ({ identity }) => identity);
}

/** What a step's items share. Settings are not in it: what an item needs of them is in its input. */
export function itemRecipeOf(step: PlannedStep, services: { readonly [name: string]: Service }): ItemRecipe {
  const { stage } = step;
  const shaping = Object.entries(services).filter(([name]) => step.services[name]?.listsOnly !== true);
  return {
    layout: storeLayout,
    stage: stage.name,
    version: stage.version,
    services: Object.fromEntries(shaping.map(([name, { identity }]) => [name, identity])),
  };
}

/** The artifacts at a step's ports; undefined while one of them is still to be made. */
export function inputsOf(
  step: PlannedStep,
  artifacts: Artifacts,
): { readonly [port: string]: ArtifactReader<unknown> } | undefined {
  const inputs: { [port: string]: ArtifactReader<unknown> } = {};
  for (const [port, source] of Object.entries(step.inputs)) {
    const artifact = artifacts.get(source);
    if (artifact === undefined) return undefined;
    inputs[port] = artifact;
  }
  return inputs;
}

/** The settings of a step that can change its result. */
export function keyedSettings(step: PlannedStep): Json {
  const settings = Object.entries(step.settings).filter(([name]) => !step.stage.keyless?.includes(name));
  return Object.fromEntries(settings) as Json;
}

function mapValues<A, B>(
  from: { readonly [name: string]: A },
  change: (value: A) => B,
): { [name: string]: B } {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));
}
