import { resolve, join } from 'node:path';
import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { planRun, type Plan } from '../engine/pipeline/plan.ts';
import { servicesOf } from '../engine/run/recipes.ts';
import type { ServiceProvider } from '../engine/service.ts';
import { Store } from '../engine/store/store.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { Budget } from '../models/budget.ts';
import { createModelContext } from '../models/create-model-context.ts';
import type { ModelContext } from '../models/model-context.ts';
import { readCatalog, type Catalog } from '../models/catalog/catalog.ts';
import { withDotEnv } from '../models/remote/dot-env.ts';
import type { Limits } from '../models/remote/limiter.ts';
import { Batches } from '../models/openai/batch/batches.ts';
import type { Environment } from '../models/remote/proxy.ts';
import { createRemote } from '../models/remote/remote.ts';
import { createProvider } from '../stages/provider.ts';
import { stages } from '../stages/registry.ts';
import { chooseDataWith, type ChosenData } from './data-file.ts';
import { overridesOf, type PipelineFlags } from './pipeline-command.ts';
import { tell } from './streams.ts';
import { systemClock } from './system-clock.ts';

/** What work on pipelines finds around it: data, the store, and who is asked. */
export interface Workplace {
  readonly data: ChosenData;
  readonly store: Store;
  readonly services: ServiceProvider;
  readonly catalog: Catalog;
  /** The folder below which store and results lie. */
  readonly out: string;
  /** What this command computed again already. */
  readonly renewed: Set<string>;
}

/** What a run will do, and which of its steps it computes whatever the store holds. */
export interface PlannedSession {
  readonly plan: Plan;
  readonly overwrite: ReadonlySet<string>;
}

/** A plan with all that is needed to run it. */
export interface Session extends Workplace, PlannedSession {}

/** Flags that say how models are asked; none of them can change a result. */
export interface ModelFlags {
  /** Items in flight at once; as many requests are out to a server. */
  readonly concurrency?: number;
  /** What each server is asked at most. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** A file of prices in place of those that ship. */
  readonly prices?: string;
  /** Whether models are asked through their provider's batch endpoint. */
  readonly batchApi?: boolean;
  /** What may be spent, in dollars. */
  readonly maxCost?: number;
}

/** The flags of every command that opens a session. */
export interface SessionFlags extends PipelineFlags, ModelFlags {
  /** Steps to compute again, whatever the store holds; all of them where the flag names none. */
  readonly overwrite?: readonly string[] | true;
}

/** Plans the run that the flags ask for and opens its data and store. */
export async function openSession(pipeline: PipelineDefinition, flags: SessionFlags): Promise<Session> {
  const planned = planSession(pipeline, flags);
  return sessionIn(await openWorkplace(flags), planned);
}

/** Opens the data and the store that the flags name. */
export async function openWorkplace(flags: SessionFlags): Promise<Workplace> {
  const out = resolve(flags.out);
  const data = chooseDataWith(flags);
  const { store, catalog, models } = await openSurroundings(out, flags);
  return {
    data,
    store,
    catalog,
    services: createProvider({ data: data.file, models }),
    out,
    renewed: new Set(),
  };
}

/** Opens a session for a plan in a workplace, which may serve many. */
export function sessionIn(workplace: Workplace, planned: PlannedSession): Session {
  // Services that cannot be had are told before anything runs; building one loads nothing heavy.
  for (const step of planned.plan.steps) servicesOf(step, workplace.services);
  return { ...workplace, ...planned };
}

/** Plans the run that the flags ask for; slips of the pen are told before anything is opened. */
export function planSession(pipeline: PipelineDefinition, flags: SessionFlags): PlannedSession {
  const plan = planRun(pipeline, overridesOf(pipeline, flags), stages);
  return { plan, overwrite: stepsToOverwrite(plan, flags.overwrite) };
}

/** What work in an output folder finds around it, besides a plan and data. */
export interface Surroundings extends Pick<Session, 'store' | 'catalog'> {
  readonly models: ModelContext;
}

/** Opens the store of an output folder and gets ready for asking models. */
export async function openSurroundings(out: string, flags: ModelFlags): Promise<Surroundings> {
  const store = await Store.open(join(out, 'store'));
  const catalog = readCatalog(flags.prices);
  const env = withDotEnv(process.env, process.cwd());
  const models = createModelContext({
    modelFolder: join(store.folder, 'models'),
    env,
    remote: createRemote(env, systemClock),
    limits: limitsOf(flags),
    ...(flags.maxCost === undefined ? {} : { budget: new Budget(flags.maxCost) }),
    ...(flags.batchApi === true ? { batches: batchesIn(store, env) } : {}),
    costOf: catalog.costOf,
    factsOf: catalog.factsOf,
  });
  return { store, catalog, models };
}

/** Milliseconds that a request for batches may take: a file of their requests is large. */
const patience = 1_200_000;

function batchesIn(store: Store, env: Environment): Batches {
  return new Batches({
    folder: join(store.folder, 'batches'),
    locks: store.locks,
    remote: createRemote(env, systemClock, { timeoutMs: patience }),
    tell,
  });
}

function limitsOf({ concurrency = 1, requestsPerMinute, tokensPerMinute }: ModelFlags): Limits {
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
