import { errorCode } from '../error-code.ts';
import type { Report } from '../events.ts';
import { itemKey, itemName } from '../item.ts';
import { addNotes, type Notes } from '../notes.ts';
import type { PlannedStep } from '../pipeline/plan.ts';
import { ItemFailure, type AnyStage, type Item } from '../stage.ts';
import { diskError } from '../store/disk-error.ts';
import type { ItemLog } from '../store/item-log.ts';
import type { LoggedItem } from '../store/log-line.ts';
import { sealFolder } from '../store/sealing.ts';
import { itemContext, type ItemContext, type StepResources } from './context.ts';
import { runPool } from './pool.ts';
import { Stopped } from './stopped.ts';

/** An item with its key. */
export interface KeyedItem extends Item<unknown> {
  readonly key: string;
}

/** What working off the items of a step came to. */
export interface WorkOutcome {
  readonly computed: number;
  /** Keys of the items that failed, with the reason. */
  readonly failed: ReadonlyMap<string, string>;
  readonly notes: Notes;
}

/** The items of a step as its stage lists them. */
export async function listItems(
  step: PlannedStep,
  inputs: Parameters<AnyStage['items']>[0],
  services: Parameters<AnyStage['items']>[2],
): Promise<readonly KeyedItem[]> {
  const items: KeyedItem[] = [];
  for await (const item of step.stage.items(inputs, step.settings, services)) {
    items.push({ ...item, key: itemKey(item.key ?? item.input) });
  }
  return items;
}

/** Does the items that are not in the log, each key once, and appends every finished one at once. */
export async function workItems(
  step: PlannedStep,
  pending: readonly KeyedItem[],
  log: ItemLog,
  resources: StepResources,
  options: {
    readonly concurrency: number;
    readonly stopping: AbortSignal;
    readonly report: Report;
    readonly done: number;
    readonly items: number;
  },
): Promise<WorkOutcome> {
  const failed = new Map<string, string>();
  let notes: Notes = {};
  let computed = 0;

  const stop = new AbortController();
  const onStopping = (): void => stop.abort(new Stopped());
  options.stopping.addEventListener('abort', onStopping);
  try {
    if (options.stopping.aborted) onStopping();
    await runPool(batchesOf(step.stage, pending), options.concurrency, stop.signal, work);
  } finally {
    options.stopping.removeEventListener('abort', onStopping);
  }
  return { computed, failed, notes };

  async function work(batch: readonly KeyedItem[]): Promise<void> {
    const about = itemName(batch[0]?.id ?? {});
    const tell = (message: string): void =>
      options.report({ type: 'told', step: step.name, message: `${about}: ${message}` });
    const item = itemContext(resources, stop.signal, tell, batch[0]?.key);
    try {
      const outputs = await runBatch(step.stage, batch, item.context);
      const draft = await item.draftFolder();
      const folder = draft === undefined ? undefined : await sealFolder(resources.store, draft);
      // What a batch cost is written down once.
      let cost = Object.keys(item.notes()).length > 0 ? { notes: item.notes() } : {};
      const finished: [string, LoggedItem][] = [];
      for (const [index, one] of batch.entries()) {
        const records = outputs[index] ?? [];
        if (records instanceof ItemFailure) {
          fail(one, records);
          continue;
        }
        finished.push([one.key, { records, ...(folder === undefined ? {} : { folder }), ...cost }]);
        cost = {};
      }
      log.append(finished);
      computed += finished.length;
    } catch (error) {
      await item.discardFolder();
      if (!(error instanceof ItemFailure)) {
        stop.abort(error);
        // A stage may have met a full disk while it wrote files; one that looks for what is not there has a bug.
        throw errorCode(error) === 'ENOENT' ? error : diskError(error, resources.store.folder);
      }
      if (error.apart && batch.length > 1) {
        notes = addNotes(notes, item.notes());
        item.settle();
        for (const one of batch) if (!options.stopping.aborted) await work([one]);
        return;
      }
      for (const one of batch) fail(one, error);
    }
    item.settle();
    notes = addNotes(notes, item.notes());
    options.report({
      type: 'step-progress',
      step: step.name,
      done: options.done + computed + failed.size,
      items: options.items,
    });
  }

  function fail({ key, id }: KeyedItem, { message: reason }: ItemFailure): void {
    failed.set(key, reason);
    options.report({ type: 'item-failed', step: step.name, item: itemName(id), reason });
  }
}

async function runBatch(
  stage: AnyStage,
  batch: readonly KeyedItem[],
  context: ItemContext['context'],
): Promise<readonly (readonly object[] | ItemFailure)[]> {
  if (!('batch' in stage)) return Promise.all(batch.map(({ input }) => stage.run(input, context)));
  const outputs = await stage.runBatch(
    batch.map(({ input }) => input),
    context,
  );
  if (outputs.length !== batch.length) {
    throw new Error(`stage ${stage.name} gave ${outputs.length} outputs for ${batch.length} items`);
  }
  return outputs;
}

/** Cuts the work into batches: fixed ones, of items of similar weight, or of one item each. */
export function batchesOf(stage: AnyStage, items: readonly KeyedItem[]): readonly (readonly KeyedItem[])[] {
  if (!('batch' in stage)) return items.map((item) => [item]);
  if (stage.batch === 'fixed') return fixedBatches(items);
  const { size, weight } = stage.batch;
  const sorted = items.toSorted((a, b) => weight(a.input) - weight(b.input));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, index) =>
    sorted.slice(index * size, (index + 1) * size),
  );
}

/** The batches of which all items are to be done, and the other items one by one. */
function fixedBatches(items: readonly KeyedItem[]): readonly (readonly KeyedItem[])[] {
  const named = new Map<string, KeyedItem[]>();
  for (const item of items) {
    const name = item.batch?.name ?? item.key;
    const batch = named.get(name) ?? [];
    batch.push(item);
    named.set(name, batch);
  }
  return [...named.values()].flatMap((batch) =>
    batch.length === (batch[0]?.batch?.size ?? 1) ? [batch] : batch.map((item) => [item]),
  );
}
