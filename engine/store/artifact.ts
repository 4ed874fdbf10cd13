import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../digest.ts';
import { ExpectedError } from '../expected-error.ts';
import { itemName, type ItemId, type ItemRef, type TableRef } from '../item.ts';
import type { Json } from '../json.ts';
import type { Notes } from '../notes.ts';
import { folderDigest } from './folder-digest.ts';
import { Pieces } from './json-lines.ts';

/** Everything that an artifact's key is the digest of. */
export interface Recipe {
  readonly layout: number;
  readonly stage: string;
  readonly version: number;
  readonly settings: Json;
  /** Content digest of the artifact at each port. */
  readonly inputs: { readonly [port: string]: string };
  /** Identity of each service. */
  readonly services: { readonly [name: string]: Json };
}

/** What is said about a sealed artifact; written last, so that it vouches for the other files. */
export interface Manifest {
  readonly recipe: Recipe;
  readonly key: string;
  /** Digest of the content: equal content, equal digest, whatever recipe made it. */
  readonly digest: string;
  /** The log that keeps its items, below the store; artifacts made before it was written down lack it. */
  readonly log?: string;
  readonly items: number;
  readonly records: number;
  /** Size of `records.jsonl` in bytes. */
  readonly bytes: number;
  /** What its items cost when they were computed. */
  readonly notes: Notes;
}

/** One item of an artifact, as `items.jsonl` lists it. */
export interface ItemEntry {
  /** The item's id as one line of text. */
  readonly item: string;
  /** The item's key in the log. */
  readonly key: string;
  /** Digest of the item's records and files. */
  readonly digest: string;
  /** Where its lines stand in `records.jsonl`. */
  readonly offset: number;
  readonly bytes: number;
  /** The folder with its files, below the store; absent where it has none. */
  readonly folder?: string;
}

/** Reads a sealed artifact: records as JSON lines, grouped by item. Every read is checked against its digest. */
export class ArtifactReader<T> {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly #store: string;
  readonly #records: Pieces;
  #entries: Promise<ReadonlyMap<string, ItemEntry>> | undefined;

  constructor(store: string, folder: string, manifest: Manifest) {
    this.#store = store;
    this.folder = folder;
    this.manifest = manifest;
    this.#records = new Pieces(join(folder, 'records.jsonl'));
  }

  /** Content digest. */
  get digest(): string {
    return this.manifest.digest;
  }

  /** The items in order, without their records. */
  async entries(): Promise<ReadonlyMap<string, ItemEntry>> {
    return (this.#entries ??= this.#readEntries());
  }

  /** All records, item after item. */
  async *records(): AsyncGenerator<T> {
    for (const entry of (await this.entries()).values()) yield* this.#recordsOf(entry);
  }

  /** The records of one item; undefined where the artifact has no such item. */
  async find(item: string): Promise<readonly T[] | undefined> {
    const entry = (await this.entries()).get(item);
    if (entry === undefined) return undefined;
    return this.#recordsOf(entry);
  }

  /** Where an item's files are; undefined where it has none. */
  async folderOf(item: string): Promise<string | undefined> {
    const folder = (await this.entries()).get(item)?.folder;
    if (folder === undefined) return undefined;
    const path = join(this.#store, folder);
    if (`files/${await folderDigest(path)}` !== folder) throw this.#damaged(path);
    return path;
  }

  /** A reference to one item, for the input of another. */
  async ref(id: ItemId): Promise<ItemRef> {
    const item = itemName(id);
    const entry = (await this.entries()).get(item);
    if (entry === undefined) throw new Error(`${this.manifest.recipe.stage} has no item ${item}`);
    return { $digest: entry.digest, ...this.#place, item };
  }

  /** A reference to some items, to be looked up by name: its digest covers just those. */
  async tableRef(items: Iterable<string>): Promise<TableRef> {
    const entries = await this.entries();
    const digests = [...new Set(items)].map((item) => `${item} ${entries.get(item)?.digest}\n`);
    return { $digest: sha256(digests.join('')), ...this.#place };
  }

  get #place(): { readonly stage: string; readonly artifact: string } {
    return { stage: this.manifest.recipe.stage, artifact: this.manifest.key };
  }

  #recordsOf({ offset, bytes: length, folder, digest }: ItemEntry): readonly T[] {
    const bytes = this.#records.at(offset, length);
    if (itemDigest(bytes, folder) !== digest) throw this.#damaged();
    return jsonLines(bytes.toString('utf8'));
  }

  async #readEntries(): Promise<ReadonlyMap<string, ItemEntry>> {
    const text = await readFile(join(this.folder, 'items.jsonl'), 'utf8').catch(() => '');
    try {
      const entries = jsonLines<ItemEntry>(text);
      if (contentDigest(entries) === this.digest) return new Map(entries.map((entry) => [entry.item, entry]));
    } catch {
      // Not even JSON: damaged as well.
    }
    throw this.#damaged();
  }

  #damaged(files?: string): ExpectedError {
    const { stage } = this.manifest.recipe;
    return new ExpectedError({
      code: 'artifact-damaged',
      message: `The stored ${files === undefined ? 'records' : 'files'} of stage ${stage} are not the ones that were sealed.`,
      where: files ?? this.folder,
      remedy:
        files === undefined
          ? 'Delete that folder and run again: finished items are taken from the log.'
          : `Run again with --overwrite and the name of the step that runs ${stage}.`,
      exitCode: 1,
    });
  }
}

/** Digest of an artifact's content: of its items, by name and digest. */
export function contentDigest(entries: readonly ItemEntry[]): string {
  return sha256(entries.map(({ item, digest }) => `${item} ${digest}\n`).join(''));
}

/** Digest of an item: of its lines, and of the name of its folder, which carries the digest of the files. */
export function itemDigest(lines: Uint8Array, folder: string | undefined): string {
  return folder === undefined ? sha256(lines) : sha256(Buffer.concat([lines, Buffer.from(folder)]));
}

function jsonLines<T>(text: string): T[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
