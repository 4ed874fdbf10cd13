import { resolve, join } from 'node:path';
import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { planRun, type Plan } from '../engine/pipeline/plan.ts';
import { servicesOf } from '../engine/run/recipes.ts';
import type { ServiceProvider } from '../engine/service.ts';
import { Store } from '../engine/store/store.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { createModelContext } from '../models/model-context.ts';
import { readPrices, type Prices } from '../models/prices.ts';
import { withDotEnv } from '../models/remote/dot-env.ts';
import type { Limits } from '../models/remote/limiter.ts';
import { createRemote } from '../models/remote/remote.ts';
import { createProvider } from '../stages/provider.ts';
import { stages } from '../stages/registry.ts';
import { chooseData, type ChosenData } from './data-file.ts';
import { overridesOf, type PipelineFlags } from './pipeline-command.ts';
import { systemClock } from './system-clock.ts';

/** A plan with all that is needed to run it. */
export interface Session {
  readonly plan: Plan;
  readonly data: ChosenData;
  readonly store: Store;
  readonly services: ServiceProvider;
  readonly prices: Prices;
  readonly overwrite: ReadonlySet<string>;
  /** The folder below which store and results lie. */
  readonly out: string;
}

/** Steps to compute again, whatever the store holds; all of them where the flag names none. */
export interface SessionFlags extends PipelineFlags {
  readonly overwrite?: readonly string[] | true;
  /** Items in flight at once; as many requests are out to a server. */
  readonly concurrency?: number;
  /** What each server is asked at most. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** A file of prices in place of the one that ships. */
  readonly prices?: string;
}

/** Plans the run that the flags ask for and opens its data and store. */
export async function openSession(pipeline: PipelineDefinition, flags: SessionFlags): Promise<Session> {
  const plan = planRun(pipeline, overridesOf(pipeline, flags), stages);
  const overwrite = stepsToOverwrite(plan, flags.overwrite);
  const out = resolve(flags.out);
  const data = chooseData(flags.data);
  const store = await Store.open(join(out, 'store'));
  const prices = readPrices(flags.prices);
  const env = withDotEnv(process.env, process.cwd());
  const models = createModelContext({
    modelFolder: join(store.folder, 'models'),
    env,
    remote: createRemote(env, systemClock),
    limits: limitsOf(flags),
    costOf: prices.costOf,
  });
  const services = createProvider({ data: data.file, models });
  // Services that cannot be had are told before anything runs; building one loads nothing heavy.
  for (const step of plan.steps) servicesOf(step, services);
  return { plan, data, store, services, prices, overwrite, out };
}

function limitsOf({ concurrency = 1, requestsPerMinute, tokensPerMinute }: SessionFlags): Limits {
  return {
    concurrency,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
  };
}

function stepsToOverwrite({ pipeline, steps }: Plan, asked: SessionFlags['overwrite']): ReadonlySet<string> {
  const names = steps.map(({ name }) => name);
  if (asked === undefined) return new Set();
  if (asked === true) return new Set(names);
  for (const step of asked) {
    if (names.includes(step)) continue;
    if (!pipeline.steps.has(step)) throw unknownName('step', step, pipeline.steps.keys(), '--overwrite');
    throw new ExpectedError({
      code: 'unneeded-step',
      message: `Expected a step that runs, found ${step}, which nothing needs with these parameters.`,
      where: '--overwrite',
      remedy: `These run: ${names.join(', ')}.`,
    });
  }
  return new Set(asked);
}
