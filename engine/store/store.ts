import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { digestOf } from '../digest.ts';
import { errorCode } from '../error-code.ts';
import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import { ArtifactReader, type Manifest, type Recipe } from './artifact.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { onDisk } from './disk-error.ts';
import { newDraft, removeAbandonedDrafts } from './drafts.ts';
import { ItemLog } from './item-log.ts';
import { awaitRelease, removeDeadLocks, takeLock, type Lock } from './lock.ts';
import { makeFolder } from './make-folder.ts';

/** Raised when the form of the store changes; a store of a younger layout is refused, not guessed at. */
export const storeLayout = 1;

/** What the items of one log have in common: with an item's own key it is everything that shaped the item. */
export interface ItemRecipe {
  readonly layout: number;
  readonly stage: string;
  readonly version: number;
  readonly services: { readonly [name: string]: Json };
}

/**
 * The store on disk:
 *
 *     layout.json                     the layout version
 *     artifacts/<stage>/<key>/        manifest.json, items.jsonl, records.jsonl: sealed outputs of steps
 *     items/<stage>/<recipe>.jsonl    logs of finished items
 *     files/<digest>/                 folders that items wrote, named by their content
 *     batches/<name>/                 requests that a provider works on in batches
 *     locks/, drafts/                 of running processes
 */
export class Store {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Opens the store in a folder, or lays one out there. Refuses a folder that is not writable or of a younger layout. */
  static async open(folder: string): Promise<Store> {
    const layoutFile = join(folder, 'layout.json');
    await onDisk(folder, () => makeFolder(join(folder, 'drafts')));
    const layout = await readLayout(layoutFile);
    if (layout === undefined) await writeFileAtomic(layoutFile, `{"layout":${storeLayout}}\n`);
    else if (layout !== storeLayout) {
      throw new ExpectedError({
        code: 'store-layout',
        message: `The store has layout ${String(layout)}; this version knows layout ${storeLayout}.`,
        where: folder,
        remedy: 'Use the version that wrote it, or another folder with --out DIR.',
      });
    }
    // What killed processes left behind.
    for (const place of ['drafts', 'locks']) await removeAbandonedDrafts(join(folder, place));
    await removeDeadLocks(join(folder, 'locks'));
    return new Store(folder);
  }

  /** The sealed artifact of a recipe; undefined where there is none that is whole. */
  async find<T>(recipe: Recipe): Promise<ArtifactReader<T> | undefined> {
    return this.findByKey(recipe.stage, digestOf(recipe));
  }

  /** The sealed artifact of a key; undefined where there is none that is whole. */
  async findByKey<T>(stage: string, key: string): Promise<ArtifactReader<T> | undefined> {
    const folder = this.artifactFolder(stage, key);
    const manifest = await readManifest(folder);
    if (manifest?.key !== key) return undefined;
    const size = await stat(join(folder, 'records.jsonl')).then(
      (found) => found.size,
      () => -1,
    );
    return size === manifest.bytes ? new ArtifactReader<T>(this.folder, folder, manifest) : undefined;
  }

  /** The manifests of a stage's sealed artifacts; those that lack failed items are not among them. */
  async manifests(stage: string): Promise<readonly Manifest[]> {
    const folder = join(this.folder, 'artifacts', stage);
    const names = await readdir(folder).catch(() => []);
    const manifests = await Promise.all(names.toSorted().map((name) => readManifest(join(folder, name))));
    return manifests
      .filter((manifest) => manifest !== undefined)
      .filter(({ key, recipe }) => key === digestOf(recipe));
  }

  artifactFolder(stage: string, key: string): string {
    return join(this.folder, 'artifacts', stage, key.slice(0, 32));
  }

  itemLog(recipe: ItemRecipe): ItemLog {
    return new ItemLog(join(this.folder, 'items', recipe.stage, `${digestOf(recipe).slice(0, 32)}.jsonl`));
  }

  /** The path of something below the store as manifests and journals write it: the same wherever the store lies. */
  nameOf(path: string): string {
    return relative(this.folder, path).split(sep).join('/');
  }

  /** Marks an artifact as used now, so that others are cleared away before it. */
  async touch({ folder }: ArtifactReader<unknown>): Promise<void> {
    const now = new Date();
    // A store that can only be read is as good.
    await utimes(folder, now, now).catch(() => undefined);
  }

  /** Waits until this process alone works on an artifact. */
  async lock(recipe: Recipe, signal: AbortSignal, onWait: (owner: string) => void): Promise<Lock> {
    const name = `${recipe.stage}-${digestOf(recipe).slice(0, 32)}.lock`;
    return takeLock(join(this.locks, name), signal, onWait);
  }

  /** Waits until this process alone clears the store. */
  async lockToClear(signal: AbortSignal, onWait: (owner: string) => void): Promise<Lock> {
    return takeLock(this.#clearing, signal, onWait);
  }

  /** Waits while another process is clearing the store. */
  async untilCleared(signal: AbortSignal, onWait: (owner: string) => void): Promise<void> {
    await awaitRelease(this.#clearing, signal, onWait);
  }

  /** Where processes keep their locks. */
  get locks(): string {
    return join(this.folder, 'locks');
  }

  get #clearing(): string {
    return join(this.locks, 'clearing.lock');
  }

  /** A new empty folder for work in progress; removed when the store is opened after this process has died. */
  async draft(): Promise<string> {
    const folder = this.#newDraft();
    await onDisk(folder, () => makeFolder(folder));
    return folder;
  }

  /** Removes a draft that comes to nothing. */
  async discard(draft: string): Promise<void> {
    await rm(draft, { recursive: true, force: true });
  }

  /** Moves a finished draft to its place, out of which an earlier one is moved first. */
  async publish(draft: string, place: string): Promise<void> {
    await onDisk(place, async () => {
      makeFolder(join(place, '..'));
      for (let published = false; !published;) {
        await this.remove(place);
        // Another process may have put its own there in between.
        published = await renamed(draft, place, 'ENOTEMPTY', 'EEXIST');
      }
    });
  }

  /** Removes a folder of the store: out of its place at once, so that nobody finds a part of it. */
  async remove(place: string): Promise<void> {
    const old = this.#newDraft();
    await onDisk(place, async () => {
      if (await renamed(place, old, 'ENOENT')) await this.discard(old);
    });
  }

  /** Puts another file in the place of one: readers see the old bytes or the new ones. */
  async replace(place: string, write: (draft: string) => Promise<void>): Promise<void> {
    const draft = this.#newDraft();
    await onDisk(place, async () => {
      await write(draft);
      await rename(draft, place);
    });
  }

  #newDraft(): string {
    return newDraft(join(this.folder, 'drafts'));
  }
}

/** Renames; false where it fails for one of these reasons. */
async function renamed(from: string, to: string, ...reasons: readonly string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (reasons.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function readLayout(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).layout ?? text;
  } catch {
    return text;
  }
}

/** What is said about the artifact in a folder; undefined where nothing is that can be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
