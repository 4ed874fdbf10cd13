import type { ItemRef, TableRef } from '../item.ts';
import { addNotes, type Measure, type Notes } from '../notes.ts';
import type { Service } from '../service.ts';
import type { RunContext } from '../stage.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import type { Store } from '../store/store.ts';

/** How many costly things a step keeps at once. Items come in order, so the last ones are enough. */
const kept = 2;

/** What the items of one step share while they run. */
export class StepResources {
  readonly store: Store;
  readonly services: { readonly [name: string]: Service };
  readonly signal: AbortSignal;
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #artifacts = new Map<string, Promise<ArtifactReader<unknown>>>();

  constructor(store: Store, services: { readonly [name: string]: Service }, signal: AbortSignal) {
    this.store = store;
    this.services = services;
    this.signal = signal;
  }

  /** The artifact that a reference points into; the stage knows the type of its records. */
  artifact<T>(ref: TableRef): Promise<ArtifactReader<T>> {
    const found = this.#artifacts.get(ref.artifact) ?? this.#find(ref);
    this.#artifacts.set(ref.artifact, found);
    return found as Promise<ArtifactReader<T>>;
  }

  once<T>(key: string, build: () => Promise<T>): Promise<T> {
    const found = this.#once.get(key) ?? build();
    this.#once.delete(key);
    this.#once.set(key, found);
    const [oldest] = this.#once.keys();
    if (this.#once.size > kept && oldest !== undefined) this.#once.delete(oldest);
    return found as Promise<T>;
  }

  async #find(ref: TableRef): Promise<ArtifactReader<unknown>> {
    const artifact = await this.store.findByKey<unknown>(ref.stage, ref.artifact);
    if (artifact === undefined) throw new Error(`artifact ${ref.artifact} of stage ${ref.stage} is gone`);
    return artifact;
  }
}

/** The context of one item, or of one batch, and what it leaves behind. */
export interface ItemContext {
  readonly context: RunContext<{ readonly [name: string]: Service }>;
  /** What was noted so far. */
  notes(): Notes;
  /** The folder that was asked for; undefined where none was. */
  draftFolder(): Promise<string> | undefined;
  /** Calls back whoever wants to know that the item is through. */
  settle(): void;
  /** Removes that folder: the item failed. */
  discardFolder(): Promise<void>;
}

/** Makes the context of one item. Its functions need no `this`, so that stages may take them apart. */
export function itemContext(
  resources: StepResources,
  stopping: AbortSignal,
  tell: (message: string) => void,
  key = '',
): ItemContext {
  let notes: Notes = {};
  let folder: Promise<string> | undefined;
  let onSettled: (() => void)[] = [];
  return {
    notes: () => notes,
    draftFolder: () => folder,
    settle() {
      for (const then of onSettled) then();
      onSettled = [];
    },
    discardFolder: async () => folder?.then((draft) => resources.store.discard(draft)),
    context: {
      key,
      services: resources.services,
      signal: resources.signal,
      stopping,
      async read<T>(ref: ItemRef) {
        const records = await (await resources.artifact<T>(ref)).find(ref.item);
        if (records === undefined) throw new Error(`item ${ref.item} of stage ${ref.stage} is gone`);
        return records;
      },
      table: <T>(ref: TableRef) => resources.artifact<T>(ref),
      folderOf: async (ref) => (await resources.artifact(ref)).folderOf(ref.item),
      folder: () => (folder ??= resources.store.draft()),
      once: (name, build) => resources.once(name, build),
      tell,
      settled: (then) => void onSettled.push(then),
      note(measure: Measure, amount: number) {
        notes = addNotes(notes, { [measure]: amount });
      },
    },
  };
}
