import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import {
  clearStore,
  keptBecause,
  type Amount,
  type Clearing,
  type KeptBecause,
} from '../../engine/store/clear.ts';
import { abandonedDrafts } from '../../engine/store/drafts.ts';
import { folderSize } from '../../engine/store/folder-size.ts';
import { Store } from '../../engine/store/store.ts';
import { alignNumbers } from '../../report/columns.ts';
import { counted, grouped } from '../../report/counted.ts';
import { sizeText } from '../../report/size.ts';
import { countArgument, pathArgument, sizeArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { storeRoots, type RunRoots } from '../store-roots.ts';
import { print, tell } from '../streams.ts';

interface GcFlags {
  readonly maxSize?: number;
  readonly keepRuns?: number;
  readonly dryRun?: boolean;
  readonly out: string;
  readonly json?: boolean;
}

/** `pipeline gc`. */
export const gcCommand: BuildCommand = () =>
  new Command()
    .description(
      'Clears the store of what no run refers to. What a run is using, or will go on from, is kept.',
    )
    .option('--max-size <size>', 'clear only until the store is as small, for example 5GB', sizeArgument)
    .option(
      '--keep-runs <n>',
      'keep what the last n runs refer to (default: all in the folder)',
      countArgument,
    )
    .option('--dry-run', 'tell what would be cleared, and clear nothing')
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .option('--json', 'print one object')
    .action(gc);

async function gc({ maxSize, keepRuns, dryRun = false, out, json = false }: GcFlags): Promise<void> {
  const folder = resolve(out);
  if (!existsSync(join(folder, 'store')))
    throw new ExpectedError({
      code: 'no-store',
      message: 'Expected a folder in which pipelines were run, found no store in it.',
      where: folder,
      remedy: 'Name the folder that the runs were given with --out DIR.',
    });
  const drafts = await strayDrafts(join(folder, 'store'));
  // Opening a store clears the drafts of killed processes away.
  const store = await Store.open(join(folder, 'store'));
  const runs = () => storeRoots(folder, keepRuns);
  const clearing = await clearStore(store, runs, {
    maxBytes: maxSize,
    dryRun,
    signal: new AbortController().signal,
    onWait: (owner) => tell(`Waiting for ${owner}, which is clearing the same store.`),
  });
  const cleared = { ...clearing.cleared, ...(drafts.items > 0 ? { drafts } : {}) };
  const { kept, roots } = clearing;
  const bytes = total(kept);
  if (json) {
    const { finished, unfinished } = roots;
    print(
      JSON.stringify({ dryRun, cleared, kept, store: { folder: store.folder, bytes }, finished, unfinished }),
    );
    return;
  }
  print(clearedText(cleared, dryRun));
  if (bytes > 0) print(`\n${keptText(kept, roots)}`);
  print(`\nstore: ${sizeText(bytes)} in ${shownPath(store.folder)}${dryRun ? ' after that' : ''}`);
  if (maxSize !== undefined && bytes > maxSize)
    print(
      `That is more than ${sizeText(maxSize)}, and what is left is needed. --keep-runs keeps the last runs only; ` +
        `a run whose folder in ${shownPath(join(folder, 'runs'))} is deleted needs nothing.`,
    );
}

/** What killed processes have left behind. */
async function strayDrafts(store: string): Promise<Amount> {
  const places = ['drafts', 'models'].map((place) => abandonedDrafts(join(store, place)));
  const drafts = (await Promise.all(places)).flat();
  const sizes = await Promise.all(drafts.map(folderSize));
  return { items: drafts.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function clearedText(cleared: Amounts, dryRun: boolean): string {
  const rows = Object.entries(cleared).map(([kind, amount]) => [kind, ...cells(amount)]);
  if (rows.length === 0) return 'Nothing to clear.';
  const all = ['total', '', sizeText(total(cleared))];
  return alignNumbers([[dryRun ? 'would be cleared' : 'cleared', 'items', 'size'], ...rows, all]);
}

function keptText(kept: Clearing['kept'], { finished, unfinished }: RunRoots): string {
  const reasons: { readonly [K in KeptBecause]: string } = {
    referred: `for ${counted(finished.length, 'finished run')}`,
    unfinished: `for runs to go on: ${unfinished.join(', ')}`,
    models: 'weights of models',
    room: 'needed by nothing, but there is room',
  };
  const rows = keptBecause.flatMap((reason) => {
    const amount = kept[reason];
    return amount === undefined ? [] : [[reasons[reason], ...cells(amount)]];
  });
  return alignNumbers([['kept', 'items', 'size'], ...rows]);
}

interface Amounts {
  readonly [name: string]: Amount;
}

function cells({ items, bytes }: Amount): readonly string[] {
  return [grouped(items), sizeText(bytes)];
}

function total(amounts: Amounts): number {
  return Object.values(amounts).reduce((sum, { bytes }) => sum + bytes, 0);
}
