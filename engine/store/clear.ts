import { needsOf, type StoreRoots } from './needs.ts';
import type { Store } from './store.ts';
import { kinds, surveyStore, type Kind, type StoredThing } from './survey.ts';

export interface ClearOptions {
  /** How large the store may be, in bytes. Where it is given no more is cleared than that needs, and what was used last goes last. */
  readonly maxBytes?: number | undefined;
  /** Only tells. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called once where another process is clearing the store. */
  readonly onWait: (owner: string) => void;
}

/** Why something is left: a run needs it, or it is a model's weights, or nothing needs it but there is room. */
export const keptBecause = ['referred', 'unfinished', 'models', 'room'] as const;
export type KeptBecause = (typeof keptBecause)[number];

export interface Amount {
  readonly items: number;
  readonly bytes: number;
}

/** What was cleared or would be, what is left and why. */
export interface Clearing<Roots extends StoreRoots = StoreRoots> {
  readonly roots: Roots;
  readonly cleared: { readonly [K in Kind]?: Amount };
  readonly kept: { readonly [K in KeptBecause]?: Amount };
}

/**
 * Clears a store of what nothing needs. The roots are read once other processes wait: a run that writes down what
 * it will use before it looks is either seen here, or waits until this is over. What refers to something goes before
 * that does, so that a kill in between leaves nothing that points nowhere.
 */
export async function clearStore<Roots extends StoreRoots>(
  store: Store,
  rootsOf: () => Promise<Roots>,
  options: ClearOptions,
): Promise<Clearing<Roots>> {
  const lock = options.dryRun ? undefined : await store.lockToClear(options.signal, options.onWait);
  try {
    const roots = await rootsOf();
    const things = await surveyStore(store, await needsOf(store, roots));
    const chosen = choose(things, options.maxBytes);
    if (!options.dryRun) {
      for (const kind of kinds) for (const thing of chosen) if (thing.kind === kind) await thing.clear();
    }
    const left = things.filter((thing) => !chosen.has(thing));
    return {
      roots,
      cleared: sums(kinds, chosen, ({ kind }) => kind),
      kept: sums(keptBecause, left, reasonsIn(left)),
    };
  } finally {
    lock?.release();
  }
}

/** What is to go: what nothing needs, until the store is small enough; models only where that does not suffice. */
function choose(things: readonly StoredThing[], maxBytes: number | undefined): ReadonlySet<StoredThing> {
  const chosen = new Set<StoredThing>();
  const files = new Map(things.filter(({ kind }) => kind === 'files').map((thing) => [thing.name, thing]));
  const holders = holdersOf(things);
  let over = maxBytes === undefined ? Infinity : total(things) - maxBytes;

  const take = (thing: StoredThing): void => {
    if (over <= 0 || chosen.has(thing)) return;
    chosen.add(thing);
    over -= thing.bytes;
    // Files go with the last that refers to them.
    for (const name of thing.refers) {
      const file = files.get(name);
      holders.get(name)?.delete(thing);
      if (file !== undefined && isFree(file)) take(file);
    }
  };
  const isFree = ({ name, needed }: StoredThing): boolean =>
    needed === undefined && (holders.get(name)?.size ?? 0) === 0;

  const oldestFirst = things
    .filter((thing) => thing.count > 0 && isFree(thing))
    .toSorted((a, b) => a.used - b.used);
  for (const thing of oldestFirst) if (thing.kind !== 'models') take(thing);
  if (maxBytes !== undefined) for (const thing of oldestFirst) take(thing);
  return chosen;
}

/** What refers to each of the files. */
function holdersOf(things: readonly StoredThing[]): ReadonlyMap<string, Set<StoredThing>> {
  const holders = new Map<string, Set<StoredThing>>();
  for (const thing of things) {
    for (const name of thing.refers) holders.set(name, (holders.get(name) ?? new Set()).add(thing));
  }
  return holders;
}

function reasonsIn(left: readonly StoredThing[]): (thing: StoredThing) => KeptBecause {
  const holders = holdersOf(left);
  return (thing) => {
    if (thing.needed !== undefined) return thing.needed;
    if (thing.kind === 'models') return 'models';
    const reasons = [...(holders.get(thing.name) ?? [])].map(({ needed }) => needed);
    return reasons.find((reason) => reason !== undefined) ?? 'room';
  };
}

/** Adds things up by group; a group without any is absent. */
function sums<K extends string>(
  groups: readonly K[],
  things: Iterable<StoredThing>,
  groupOf: (thing: StoredThing) => K,
): { readonly [group in K]?: Amount } {
  const counted = [...things].filter(({ count }) => count > 0);
  const amounts: { [group in K]?: Amount } = {};
  for (const group of groups) {
    const own = counted.filter((thing) => groupOf(thing) === group);
    if (own.length > 0)
      amounts[group] = { items: own.reduce((sum, { count }) => sum + count, 0), bytes: total(own) };
  }
  return amounts;
}

function total(things: readonly StoredThing[]): number {
  return things.reduce((sum, { bytes }) => sum + bytes, 0);
}
