import { digestOf } from '../digest.ts';
import type { Report, StepOutcome } from '../events.ts';
import { itemName } from '../item.ts';
import type { PlannedStep } from '../pipeline/plan.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import type { ItemLog } from '../store/item-log.ts';
import { sealArtifact, type SealedItem } from '../store/sealing.ts';
import { StepResources } from './context.ts';
import { inputsOf, itemRecipeOf, recipeOf, servicesOf, type Artifacts } from './recipes.ts';
import type { RunOptions } from './run-options.ts';
import type { StepNote } from './step-note.ts';
import { Stopped } from './stopped.ts';
import { listItems, workItems, type KeyedItem } from './work-items.ts';

/** A step's artifact and what became of its items. */
export interface StepResult {
  readonly artifact: ArtifactReader<unknown>;
  readonly outcome: StepOutcome;
}

/** Finds the artifact of a step, or makes it from the items that are logged and those that are computed now. */
export async function runStep(
  step: PlannedStep,
  artifacts: Artifacts,
  options: RunOptions & { readonly assertReady: () => void },
): Promise<StepResult> {
  const started = performance.now();
  const inputs = inputsOf(step, artifacts);
  if (inputs === undefined) throw new Error(`step ${step.name} ran before its inputs`);
  const services = servicesOf(step, options.services);
  for (const { notice } of Object.values(services)) {
    if (notice !== undefined) options.report({ type: 'warning', message: notice });
  }
  const recipe = recipeOf(step, inputs, services);
  const log = options.store.itemLog(itemRecipeOf(step, services));
  const place = options.store.nameOf(log.path);
  await claim(
    { event: 'step', step: step.name, stage: recipe.stage, artifact: digestOf(recipe), log: place },
    options,
  );
  const found = async (): Promise<StepResult | undefined> => {
    const artifact = options.overwrite.has(step.name) ? undefined : await options.store.find<unknown>(recipe);
    if (artifact === undefined) return undefined;
    await options.store.touch(artifact);
    const { items } = artifact.manifest;
    return { artifact, outcome: outcomeOf(step, items, items, started) };
  };

  const sealed = await found();
  if (sealed !== undefined) return sealed;
  options.assertReady();
  const lock = await options.store.lock(recipe, options.stopping, (owner) =>
    options.report({ type: 'waiting', step: step.name, owner, which: 'is making the same' }),
  );
  try {
    // While we waited, another process may have made it.
    const made = await found();
    if (made !== undefined) return made;
    const items = await listItems(step, inputs, services);
    assertDistinct(step, items);
    const scanned = await scan(log, step, options.report);
    const logged = options.overwrite.has(step.name)
      ? new Set([...scanned].filter((key) => options.renewed?.has(`${log.path} ${key}`)))
      : scanned;
    const pending = distinctByKey(items.filter(({ key }) => !logged.has(key)));
    const cached = items.filter(({ key }) => logged.has(key)).length;
    const { size } = log;
    await options.note?.({ event: 'work', step: step.name, log: place, items: pending.length, from: size });
    options.report({ type: 'step-started', step: step.name, items: items.length, cached });
    const resources = new StepResources(options.store, services, options.signal);
    const work = await workItems(step, pending, log, resources, {
      ...options,
      concurrency: Math.max(options.concurrency, ...Object.values(services).map(({ atOnce = 1 }) => atOnce)),
      done: cached,
      items: items.length,
    });
    for (const { key } of pending) if (!work.failed.has(key)) options.renewed?.add(`${log.path} ${key}`);
    if (options.stopping.aborted) throw new Stopped();
    const finished = items.filter(({ key }) => !work.failed.has(key));
    const failures = failuresOf(items, work.failed);
    const artifact = await sealArtifact(
      options.store,
      { recipe, log: place, complete: work.failed.size === 0 },
      fromLog(log, finished),
    );
    return {
      artifact,
      outcome: {
        ...outcomeOf(step, items.length, cached, started),
        computed: finished.length - cached,
        failed: failures.size,
        failures,
        notes: work.notes,
      },
    };
  } finally {
    lock.release();
    log.close();
  }
}

/** Writes down what a step will use, then waits for whoever is clearing the store and may not have read it yet. */
async function claim(note: StepNote, options: RunOptions): Promise<void> {
  await options.note?.(note);
  await options.store.untilCleared(options.stopping, (owner) =>
    options.report({ type: 'waiting', step: note.step, owner, which: 'is clearing the store' }),
  );
}

async function scan(log: ItemLog, step: PlannedStep, report: Report): Promise<ReadonlySet<string>> {
  const { keys, damaged, torn } = await log.scan();
  const warn = (count: number, what: string): void => {
    if (count === 0) return;
    const records = count === 1 ? `1 ${what} record was` : `${count} ${what} records were`;
    report({
      type: 'warning',
      message: `step ${step.name}: ${records} dropped from ${log.path} and will be computed again where needed`,
    });
  };
  warn(torn, 'incomplete');
  warn(damaged, 'damaged');
  return keys;
}

/** The finished items in the order of the step, with what the log keeps of each. */
async function* fromLog(log: ItemLog, items: readonly KeyedItem[]): AsyncGenerator<SealedItem> {
  let index = 0;
  const written = new Set<string>();
  for await (const logged of log.read(items.map(({ key }) => key))) {
    const item = items[index++];
    if (item === undefined) continue;
    if (logged === undefined)
      throw new Error(`item ${itemName(item.id)} cannot be read back from ${log.path}`);
    const { id, carry, key } = item;
    // Items that share a key share its cost, too: it is counted once.
    const notes = written.has(key) ? undefined : logged.notes;
    written.add(key);
    yield {
      name: itemName(id),
      key,
      facts: { ...id, ...carry },
      records: logged.records,
      folder: logged.folder,
      notes,
    };
  }
}

/** Why items failed, by name: those that share a key have failed together. */
function failuresOf(
  items: readonly KeyedItem[],
  failed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap(({ id, key }) => {
      const reason = failed.get(key);
      return reason === undefined ? [] : [[itemName(id), reason] as const];
    }),
  );
}

/** The first item of each key, in order. */
function distinctByKey(items: readonly KeyedItem[]): readonly KeyedItem[] {
  const seen = new Set<string>();
  return items.filter(({ key }) => !seen.has(key) && seen.add(key));
}

function assertDistinct(step: PlannedStep, items: readonly KeyedItem[]): void {
  const names = new Set(items.map(({ id }) => itemName(id)));
  if (names.size < items.length) throw new Error(`stage ${step.stage.name} listed two items of the same id`);
}

function outcomeOf(step: PlannedStep, items: number, cached: number, started: number): StepOutcome {
  const seconds = (performance.now() - started) / 1000;
  return {
    step: step.name,
    stage: step.stage.name,
    items,
    cached,
    computed: 0,
    failed: 0,
    failures: new Map(),
    seconds,
    notes: {},
  };
}
