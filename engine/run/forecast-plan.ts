import { addForecasts, nothing, type Forecast } from '../forecast.ts';
import type { Plan, PlannedStep } from '../pipeline/plan.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import { itemContext, StepResources } from './context.ts';
import { inputsOf, itemRecipeOf, recipeOf, servicesOf } from './recipes.ts';
import type { RunOptions } from './run-options.ts';
import { runStep } from './run-step.ts';
import { batchesOf, listItems, type KeyedItem } from './work-items.ts';

/** What a step that asks a server would ask. */
export interface StepForecast {
  readonly step: string;
  readonly state: 'known';
  readonly items: number;
  /** Of the items: those in the store, and those that a plan before this one would have made. */
  readonly cached: number;
  readonly shared: number;
  /** The others, and what they would count. */
  readonly fresh: number;
  readonly forecast: Forecast;
}

/** A step that asks a server and of which nothing can be told before others have been run. */
export interface UnknownForecast {
  readonly step: string;
  readonly state: 'unknown';
  readonly waitsFor: readonly string[];
}

export interface ForecastOptions extends RunOptions {
  /** Whether steps that ask nobody are run where one that asks reads what they make; it is kept. */
  readonly runsLocal: boolean;
  /** What the plans before would have made; what this one would make is added. */
  readonly promised: Set<string>;
}

/** Tells for each step that asks a server what it would ask. Nobody is asked. */
export async function forecastPlan(
  plan: Pick<Plan, 'steps'>,
  options: ForecastOptions,
): Promise<readonly (StepForecast | UnknownForecast)[]> {
  const artifacts = new Map<string, ArtifactReader<unknown>>();
  const forecasts: (StepForecast | UnknownForecast)[] = [];
  const asking = new Set(plan.steps.filter((step) => asksServer(step, options)));
  const readByAsking = stepsBehind(asking, plan);
  for (const step of plan.steps) {
    const inputs = inputsOf(step, artifacts);
    if (inputs === undefined) {
      const missing = Object.values(step.inputs).filter((name) => !artifacts.has(name));
      if (asking.has(step))
        forecasts.push({ step: step.name, state: 'unknown', waitsFor: [...new Set(missing)] });
      continue;
    }
    const sealed = await sealedOf(step, inputs, options);
    if (sealed !== undefined) {
      artifacts.set(step.name, sealed);
      const { items } = sealed.manifest;
      if (asking.has(step)) forecasts.push({ ...known(step, items), cached: items });
    } else if (asking.has(step)) forecasts.push(await forecastStep(step, inputs, options));
    else if (options.runsLocal && readByAsking.has(step.name)) {
      const { artifact, outcome } = await runStep(step, artifacts, {
        ...options,
        assertReady: () => undefined,
      });
      options.report({ type: 'step-finished', outcome });
      artifacts.set(step.name, artifact);
    }
  }
  return forecasts;
}

type Inputs = { readonly [port: string]: ArtifactReader<unknown> };

function asksServer(step: PlannedStep, { services }: Pick<RunOptions, 'services'>): boolean {
  return Object.values(servicesOf(step, services)).some(({ asksServer: asks }) => asks === true);
}

/** The names of all that is read by some steps, or by what they read. */
function stepsBehind(readers: ReadonlySet<PlannedStep>, { steps }: Pick<Plan, 'steps'>): ReadonlySet<string> {
  const behind = new Set([...readers].flatMap(({ inputs }) => Object.values(inputs)));
  for (const name of behind) {
    const step = steps.find((each) => each.name === name);
    Object.values(step?.inputs ?? {}).forEach((source) => behind.add(source));
  }
  return behind;
}

async function sealedOf(
  step: PlannedStep,
  inputs: Inputs,
  { store, services, overwrite }: RunOptions,
): Promise<ArtifactReader<unknown> | undefined> {
  if (overwrite.has(step.name)) return undefined;
  return store.find<unknown>(recipeOf(step, inputs, servicesOf(step, services)));
}

function known(step: PlannedStep, items: number): StepForecast {
  return { step: step.name, state: 'known', items, cached: 0, shared: 0, fresh: 0, forecast: nothing };
}

async function forecastStep(
  step: PlannedStep,
  inputs: Inputs,
  options: ForecastOptions,
): Promise<StepForecast> {
  const { store, promised } = options;
  const services = servicesOf(step, options.services);
  const items = await listItems(step, inputs, services);
  const log = store.itemLog(itemRecipeOf(step, services));
  const logged = options.overwrite.has(step.name) ? new Set<string>() : (await log.scan()).keys;
  const pending = items.filter(({ key }) => !logged.has(key));
  // Items of one key are one piece of work, in this plan and in those before it.
  const fresh = pending.filter(({ key }) => {
    const name = `${log.path} ${key}`;
    return !promised.has(name) && promised.add(name);
  });
  log.close();
  return {
    ...known(step, items.length),
    cached: items.length - pending.length,
    shared: pending.length - fresh.length,
    fresh: fresh.length,
    forecast: await forecastItems(step, fresh, options),
  };
}

async function forecastItems(
  step: PlannedStep,
  items: readonly KeyedItem[],
  { store, services, signal, stopping }: ForecastOptions,
): Promise<Forecast> {
  const resources = new StepResources(store, servicesOf(step, services), signal);
  const { context } = itemContext(resources, stopping, () => undefined);
  let sum = nothing;
  for (const batch of batchesOf(step.stage, items)) {
    stopping.throwIfAborted();
    const inputs = batch.map(({ input }) => input);
    sum = addForecasts(sum, (await step.stage.forecast?.(inputs, context)) ?? nothing);
  }
  return sum;
}
