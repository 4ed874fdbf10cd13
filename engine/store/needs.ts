import { digestOf } from '../digest.ts';
import { livingLocks } from './lock.ts';
import type { Manifest } from './artifact.ts';
import type { Store } from './store.ts';

/** An artifact as runs name it. */
export interface ArtifactName {
  readonly stage: string;
  readonly key: string;
}

/** What runs refer to in a store. */
export interface StoreRoots {
  /** The artifacts of finished runs. */
  readonly artifacts: readonly ArtifactName[];
  /** What unfinished runs use: artifacts that may still be in the making, and logs that they will go on from. */
  readonly claims: readonly (ArtifactName & { readonly log: string })[];
  /** True while a run is going on. It may be about to read files that nothing refers to yet. */
  readonly running: boolean;
}

/** Why something is kept. */
export type Reason = 'referred' | 'unfinished';

/** Answers what of a store is needed, and why; undefined is for what nothing needs. */
export interface Needs {
  readonly running: boolean;
  /** Why something is needed that any run which is to go on may ask for. */
  readonly anything: Reason | undefined;
  artifact(folder: string, stage: string, manifest: Manifest | undefined): Reason | undefined;
  /** For a log that is needed whole. */
  log(stage: string, name: string): Reason | undefined;
  /** Whether an item of a log is needed that is not needed whole. */
  item(log: string, key: string): boolean;
}

/** Works out what the roots need: their artifacts, the lines of the logs behind those, and whole logs where more may be wanted. */
export async function needsOf(store: Store, roots: StoreRoots): Promise<Needs> {
  const folderOf = ({ stage, key }: ArtifactName): string => store.artifactFolder(stage, key);
  const referred = new Set(roots.artifacts.map(folderOf));
  const claimed = new Set(roots.claims.map(folderOf));
  const claimedLogs = new Set(roots.claims.map(({ log }) => log));
  const locked = (await livingLocks(store.locks)).map(lockedThing);
  const making = new Set(locked.map(folderOf));
  const busy = new Set(locked.map(({ stage }) => stage));
  const items = new Map<string, Set<string>>();
  /** Stages of artifacts that cannot be read: they will be made again from a log that is not known. */
  const lost = new Set<string>();
  for (const { stage, key } of roots.artifacts) {
    const artifact = await store.findByKey(stage, key);
    const entries = await artifact?.entries().catch(() => undefined);
    const log = artifact?.manifest.log;
    if (entries === undefined || log === undefined) {
      lost.add(stage);
      continue;
    }
    const keys = items.get(log) ?? new Set();
    for (const entry of entries.values()) keys.add(entry.key);
    items.set(log, keys);
  }

  return {
    running: roots.running,
    anything: roots.running || roots.claims.length > 0 ? 'unfinished' : undefined,
    artifact(folder, stage, manifest) {
      // One that lacks failed items has a key of its own; it belongs to the run that claims the whole.
      const whole = manifest && folderOf({ stage, key: digestOf(manifest.recipe) });
      if (claimed.has(folder) || making.has(folder)) return 'unfinished';
      if (whole !== undefined && claimed.has(whole)) return 'unfinished';
      return referred.has(folder) ? 'referred' : undefined;
    },
    log(stage, name) {
      if (claimedLogs.has(name) || busy.has(stage)) return 'unfinished';
      return lost.has(stage) ? 'referred' : undefined;
    },
    item: (log, key) => items.get(log)?.has(key) === true,
  };
}

/** The artifact that a lock stands for; other locks name none that exists. */
function lockedThing(lock: string): ArtifactName {
  const [, stage = '', key = ''] = /^(.+)-([0-9a-f]+)\.lock$/.exec(lock) ?? [];
  return { stage, key };
}
