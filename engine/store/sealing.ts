import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../digest.ts';
import { canonicalJson } from '../json.ts';
import { addNotes, type Notes } from '../notes.ts';
import {
  ArtifactReader,
  contentDigest,
  itemDigest,
  type ItemEntry,
  type Manifest,
  type Recipe,
} from './artifact.ts';
import { writeSynced } from './atomic-file.ts';
import { onDisk } from './disk-error.ts';
import { filesBelow, folderDigest } from './folder-digest.ts';
import type { Store } from './store.ts';

/** One finished item on its way into an artifact. */
export interface SealedItem {
  /** The item's id as one line of text. */
  readonly name: string;
  /** Its key in the log that it comes from. */
  readonly key: string;
  /** Facts copied into each record, the id among them. */
  readonly facts: object;
  readonly records: readonly object[];
  readonly folder?: string | undefined;
  readonly notes?: Notes | undefined;
}

/** What an artifact is sealed as. */
export interface Seal {
  readonly recipe: Recipe;
  /** The log that keeps its items, below the store. */
  readonly log: string;
  /** False where items are missing that failed. */
  readonly complete: boolean;
}

/**
 * Writes an artifact into a draft folder and seals it by rename, the manifest last. An incomplete one
 * (some items failed) gets a key of its own, so that it can be read in this run but never be taken for
 * the whole.
 */
export async function sealArtifact<T>(
  store: Store,
  { recipe, log, complete }: Seal,
  items: AsyncIterable<SealedItem>,
): Promise<ArtifactReader<T>> {
  const draft = await store.draft();
  try {
    return await onDisk(draft, async () => {
      const content = await writeRecords(join(draft, 'records.jsonl'), items);
      const entries = content.entries.map((entry) => `${canonicalJson(entry)}\n`).join('');
      await writeSynced(join(draft, 'items.jsonl'), entries);
      const digest = contentDigest(content.entries);
      const key = complete ? digestOf(recipe) : digestOf({ recipe, incomplete: digest });
      const { records, bytes, notes } = content;
      const manifest: Manifest = {
        recipe,
        key,
        digest,
        log,
        items: content.entries.length,
        records,
        bytes,
        notes,
      };
      const written = canonicalJson(manifest);
      await writeSynced(join(draft, 'manifest.json'), `${written}\n`);
      const place = store.artifactFolder(recipe.stage, key);
      await store.publish(draft, place);
      // The same object, down to the order of its members, as whoever finds the artifact later reads.
      return new ArtifactReader<T>(store.folder, place, JSON.parse(written));
    });
  } catch (error) {
    await store.discard(draft);
    throw error;
  }
}

interface Content {
  readonly entries: readonly ItemEntry[];
  readonly records: number;
  readonly bytes: number;
  readonly notes: Notes;
}

/** Bytes that are gathered before they are written. */
const writtenAtOnce = 1 << 20;

async function writeRecords(path: string, items: AsyncIterable<SealedItem>): Promise<Content> {
  const entries: ItemEntry[] = [];
  let records = 0;
  let bytes = 0;
  let notes: Notes = {};
  let unwritten: Buffer[] = [];
  let unwrittenBytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const item of items) {
      const lines = Buffer.from(
        item.records.map((record) => `${canonicalJson({ ...item.facts, ...record })}\n`).join(''),
      );
      unwritten.push(lines);
      if ((unwrittenBytes += lines.length) >= writtenAtOnce) await write();
      entries.push({
        item: item.name,
        key: item.key,
        digest: itemDigest(lines, item.folder),
        offset: bytes,
        bytes: lines.length,
        ...(item.folder === undefined ? {} : { folder: item.folder }),
      });
      records += item.records.length;
      bytes += lines.length;
      notes = addNotes(notes, item.notes ?? {});
    }
    await write();
    await file.sync();
  } finally {
    await file.close();
  }
  return { entries, records, bytes, notes };

  async function write(): Promise<void> {
    await file.writeFile(Buffer.concat(unwritten));
    unwritten = [];
    unwrittenBytes = 0;
  }
}

/**
 * Seals the folder that an item wrote under the digest of its files. Returns its path below the store;
 * undefined where it is empty.
 */
export async function sealFolder(store: Store, draft: string): Promise<string | undefined> {
  return onDisk(draft, async () => {
    for (const file of await filesBelow(draft)) await sync(file);
    const digest = await folderDigest(draft);
    const folder = digest === undefined ? undefined : `files/${digest}`;
    const place = folder === undefined ? undefined : join(store.folder, folder);
    // Other steps may be reading the same content: what is whole stays where it is.
    if (place === undefined || (await folderDigest(place)) === digest) await store.discard(draft);
    else await store.publish(draft, place);
    return folder;
  });
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
