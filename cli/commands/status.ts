import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { shownPath } from '../../engine/shown.ts';
import { filesBelow } from '../../engine/store/folder-digest.ts';
import { alignLeft } from '../../report/columns.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { runFolders, type JournalEntry, type RunFolder } from '../run-folder.ts';
import { print } from '../streams.ts';

/** How many runs are shown. */
const shown = 10;

interface RunStatus {
  readonly run: string;
  readonly status: string;
  readonly at: string;
  /** What would finish it; absent where it is complete. */
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
      const runs = await Promise.all((await runFolders(out)).slice(0, shown).map(statusOf));
      const bytes = await sizeOf(join(out, 'store'));
      if (flags.json === true)
        return print(JSON.stringify({ runs, store: { folder: join(out, 'store'), bytes } }));
      const rows = runs.map(({ run, status, at }) => [run, status, at]);
      print(rows.length === 0 ? 'No run yet.' : alignLeft([['run', 'status', 'last change'], ...rows]));
      for (const { run, resume } of runs)
        if (resume !== undefined) print(`\n${run} is not complete. To go on:\n  ${resume}`);
      print(`\nstore: ${(bytes / 1e6).toFixed(1)} MB in ${shownPath(join(out, 'store'))}`);
    });

async function statusOf(folder: RunFolder): Promise<RunStatus> {
  const journal = await folder.journal();
  const started = journal.findLast(({ event }) => event === 'started');
  const last = journal.at(-1);
  const status = last === undefined ? 'unknown' : statusWord(last);
  const unfinished = status !== 'complete' && status !== 'running';
  return {
    run: folder.id,
    status,
    at: last?.at ?? '',
    ...(unfinished && started?.command !== undefined ? { resume: started.command } : {}),
  };
}

/** A run that was started and not ended is running, or was killed. */
function statusWord(last: JournalEntry): string {
  if (last.event === 'ended') return last.status ?? 'unknown';
  try {
    process.kill(last.pid, 0);
    return 'running';
  } catch {
    return 'killed';
  }
}

/** Bytes of all files below a folder; 0 where there is none. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = (await filesBelow(folder)).map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
