import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSize } from './folder-size.ts';
import { copyLines, surveyLog } from './log-survey.ts';
import type { Needs, Reason } from './needs.ts';
import { readManifest, type Store } from './store.ts';

/** What a store is made of: what may refer to something else stands before it. */
export const kinds = ['artifacts', 'finished items', 'files', 'batches', 'models'] as const;
export type Kind = (typeof kinds)[number];

/** Something in a store that is kept or cleared as a whole. */
export interface StoredThing {
  readonly kind: Kind;
  /** Its path below the store. */
  readonly name: string;
  /** How many artifacts, folders, or lines of a log it is. */
  readonly count: number;
  readonly bytes: number;
  /** When it was used last, in milliseconds since 1970. */
  readonly used: number;
  /** Why it is needed; undefined for what nothing needs. */
  readonly needed: Reason | undefined;
  /** The names of the files that it refers to. */
  readonly refers: ReadonlySet<string>;
  clear(): Promise<void>;
}

/** Lists everything that a store holds. Of a log there are two parts: what is needed of it and what is not. */
export async function surveyStore(store: Store, needs: Needs): Promise<readonly StoredThing[]> {
  const things: StoredThing[] = [];
  for (const stage of await namesIn(store, 'artifacts')) {
    for (const name of await namesIn(store, 'artifacts', stage))
      things.push(await artifactThing(store, needs, stage, name));
  }
  for (const stage of await namesIn(store, 'items')) {
    for (const name of (await namesIn(store, 'items', stage)).filter((each) => each.endsWith('.jsonl')))
      things.push(...(await logThings(store, needs, stage, `items/${stage}/${name}`)));
  }
  const inUse = needs.running ? 'unfinished' : undefined;
  for (const name of await namesIn(store, 'files'))
    things.push(await folderThing(store, 'files', `files/${name}`, inUse));
  for (const name of await namesIn(store, 'batches'))
    things.push(await folderThing(store, 'batches', `batches/${name}`, needs.anything));
  for (const name of await namesIn(store, 'models'))
    things.push(await folderThing(store, 'models', `models/${name}`, inUse));
  return things;
}

async function artifactThing(store: Store, needs: Needs, stage: string, name: string): Promise<StoredThing> {
  const folder = join(store.folder, 'artifacts', stage, name);
  const needed = needs.artifact(folder, stage, await readManifest(folder));
  const entries = await readFile(join(folder, 'items.jsonl'), 'utf8').catch(() => '');
  const refers = new Set(entries.match(/(?<="folder":")files\/[0-9a-f]+(?=")/g));
  return { ...(await folderThing(store, 'artifacts', `artifacts/${stage}/${name}`, needed)), refers };
}

async function logThings(
  store: Store,
  needs: Needs,
  stage: string,
  name: string,
): Promise<readonly StoredThing[]> {
  const path = join(store.folder, name);
  const whole = needs.log(stage, name);
  const log = await surveyLog(path, (key) => whole !== undefined || needs.item(name, key));
  const { size, mtimeMs: used } = await stat(path);
  const shared = { kind: 'finished items', name, used } as const;
  const needed = log.needed.length;
  return [
    {
      ...shared,
      count: needed,
      bytes: size - log.bytes,
      needed: whole ?? 'referred',
      refers: log.referred,
      clear: () => Promise.reject(new Error(`${name} is needed`)),
    },
    {
      ...shared,
      count: log.lines,
      bytes: log.bytes,
      // A log that is needed whole is left as it is: somebody may be appending to it.
      needed: whole,
      refers: log.released,
      clear: () => store.replace(path, (draft) => copyLines(path, log.needed, draft)),
    },
  ];
}

async function folderThing(
  store: Store,
  kind: Kind,
  name: string,
  needed: Reason | undefined,
): Promise<StoredThing> {
  const folder = join(store.folder, name);
  return {
    kind,
    name,
    count: 1,
    bytes: await folderSize(folder),
    // Another process may just be putting another in its place.
    used: (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now(),
    needed,
    refers: new Set(),
    clear: () => store.remove(folder),
  };
}

async function namesIn(store: Store, ...place: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(join(store.folder, ...place)).catch(() => []);
  return names.toSorted();
}
