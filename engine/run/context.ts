import type { Notes } from '../events.ts';
import type { Service } from '../service.ts';
import type { ItemRef, Measure, RunContext, TableRef } from '../stage.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import { addNotes } from '../store/sealing.ts';
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

  artifact(ref: TableRef): Promise<ArtifactReader<unknown>> {
    const found = this.#artifacts.get(ref.artifact) ?? this.#find(ref);
    this.#artifacts.set(ref.artifact, found);
    return found;
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

/** The context of one item, or of one batch, and what it left behind. */
export class ItemContext implements RunContext<{ readonly [name: string]: Service }> {
  readonly services: { readonly [name: string]: Service };
  readonly signal: AbortSignal;
  readonly #resources: StepResources;
  #notes: Notes = {};
  #folder: Promise<string> | undefined;

  constructor(resources: StepResources) {
    this.#resources = resources;
    this.services = resources.services;
    this.signal = resources.signal;
  }

  async read<T>(ref: ItemRef): Promise<readonly T[]> {
    const artifact = await this.#resources.artifact(ref);
    const records = await artifact.find(ref.item);
    if (records === undefined) throw new Error(`item ${ref.item} of stage ${ref.stage} is gone`);
    return records as readonly T[];
  }

  async table<T>(ref: TableRef): Promise<ArtifactReader<T>> {
    return (await this.#resources.artifact(ref)) as ArtifactReader<T>;
  }

  async folderOf(ref: ItemRef): Promise<string | undefined> {
    return (await this.#resources.artifact(ref)).folderOf(ref.item);
  }

  folder(): Promise<string> {
    return (this.#folder ??= this.#resources.store.draft());
  }

  once<T>(key: string, build: () => Promise<T>): Promise<T> {
    return this.#resources.once(key, build);
  }

  note(measure: Measure, amount: number): void {
    this.#notes = addNotes(this.#notes, { [measure]: amount });
  }

  /** What was noted so far. */
  get notes(): Notes {
    return this.#notes;
  }

  /** The folder that the item asked for; undefined where it asked for none. */
  get draftFolder(): Promise<string> | undefined {
    return this.#folder;
  }
}
