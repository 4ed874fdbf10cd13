import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { shownPath } from '../../engine/shown.ts';
import { folderSize } from '../../engine/store/folder-size.ts';
import { finishedBehind } from '../../engine/store/log-survey.ts';
import { alignLeft } from '../../report/columns.ts';
import { counted } from '../../report/counted.ts';
import { sizeText } from '../../report/size.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import type { RunState } from '../journal.ts';
import { asTyped } from '../program-name.ts';
import { findRuns, type FoundRun } from '../run-folder.ts';
import { print } from '../streams.ts';

/** How many runs are shown. */
const shown = 10;

interface RunStatus {
  readonly run: string;
  readonly status: string;
  readonly at: string;
  /** Items that it has not finished, or that failed, by step; a step that was not begun is not in it. */
  readonly left: { readonly [step: string]: number };
  /** What would finish it; absent where it is complete or running. */
  readonly resume?: string;
}

/** `pipeline status`. */
export const statusCommand: BuildCommand = () =>
  new Command()
    .description('Shows the last runs, what is unfinished, and the size of the store.')
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .option('--json', 'print one object')
    .action(async (flags: { readonly out: string; readonly json?: boolean }) => {
      const out = resolve(flags.out);
      const store = join(out, 'store');
      const runs = await Promise.all(
        (await findRuns(out)).slice(0, shown).map((found) => statusOf(found, store)),
      );
      const bytes = await folderSize(store);
      if (flags.json === true) return print(JSON.stringify({ runs, store: { folder: store, bytes } }));
      print(runs.length === 0 ? 'No run yet.' : runTable(runs));
      for (const { run, resume } of runs)
        if (resume !== undefined) print(`\n${run} is not complete. To go on:\n  ${asTyped(resume)}`);
      print(`\nstore: ${sizeText(bytes)} in ${shownPath(store)}`);
    });

async function statusOf({ folder, state }: FoundRun, store: string): Promise<RunStatus> {
  const { status, at, command } = state;
  const unfinished = status !== 'complete' && status !== 'running';
  return {
    run: folder.id,
    status,
    at,
    left: status === 'complete' ? {} : await leftOf(state, store),
    ...(unfinished && command !== undefined ? { resume: command } : {}),
  };
}

async function leftOf({ work }: RunState, store: string): Promise<RunStatus['left']> {
  const left = await Promise.all(
    work.map(async ({ step, log, items, from }) => {
      const finished = await finishedBehind(join(store, log), from);
      return [step, Math.max(0, items - finished)] as const;
    }),
  );
  return Object.fromEntries(left.filter(([, items]) => items > 0));
}

function runTable(runs: readonly RunStatus[]): string {
  const rows = runs.map(({ run, status, at, left }) => [run, status, at, leftText(left)]);
  const isLeft = rows.some((row) => row.at(-1) !== '');
  return alignLeft([['run', 'status', 'last change', isLeft ? 'left' : ''], ...rows]);
}

function leftText(left: RunStatus['left']): string {
  return Object.entries(left)
    .map(([step, items]) => `${step}: ${counted(items, 'item')}`)
    .join(', ');
}
