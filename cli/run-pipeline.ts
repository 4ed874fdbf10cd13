import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { shownPath } from '../engine/shown.ts';
import { commandLine } from './command-line.ts';
import { dryRun } from './dry-run.ts';
import { cellsOf, type GridFlags } from './grid.ts';
import { makeRun, type MakingFlags } from './make-run.ts';
import { assertHasReferences } from './reference-runs.ts';
import { runGrid } from './run-grid.ts';
import { openWorkplace, planSession, sessionIn } from './session.ts';
import { print, tell } from './streams.ts';

/** The flags of `pipeline run`. */
export interface RunFlags extends GridFlags, MakingFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Runs a pipeline, or a grid of its cells, as `words` on the command line ask for, and returns the exit code. */
export async function runPipeline(
  pipeline: PipelineDefinition,
  flags: RunFlags,
  words: readonly string[],
): Promise<number> {
  const cells = cellsOf(pipeline, flags).map((cell) => ({
    ...cell,
    planned: planSession(pipeline, cell.flags),
  }));
  const [first] = cells;
  if (first === undefined) return 0;
  const isGrid = cells.length > 1 || flags.replicates !== undefined;
  if (isGrid) assertSingle(flags);
  if (flags.references === true) assertHasReferences(first.planned.plan);
  const workplace = await openWorkplace(flags);
  const { file, chosenBecause } = workplace.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  const command = commandLine(words, { resume: true });
  if (isGrid) {
    const opened = cells.map((cell) => ({ ...cell, session: sessionIn(workplace, cell.planned) }));
    return runGrid(pipeline.name, opened, { command, json: flags.json === true });
  }
  const session = sessionIn(workplace, first.planned);
  if (flags.dryRun === true) return dryRun(session, flags);
  return makeRun(session, flags, command, ({ report, text }) =>
    print(flags.json === true ? JSON.stringify(report) : text),
  );
}

/** Flags that are for one run. */
function assertSingle({ dryRun: isDry, references }: RunFlags): void {
  if (isDry !== true && references !== true) return;
  throw new ExpectedError({
    code: 'usage',
    message: 'Expected one run, found a grid of them.',
    where: isDry === true ? '--dry-run' : '--references',
    remedy:
      isDry === true ? 'pipeline plan tells what a grid would ask.' : 'Add them to one of its runs alone.',
  });
}
