import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { commandLine } from './command-line.ts';
import { dryRun } from './dry-run.ts';
import type { GridFlags } from './grid.ts';
import { makeRun, type MakingFlags } from './make-run.ts';
import { openCells } from './open-cells.ts';
import { assertHasReferences } from './reference-runs.ts';
import { runGrid } from './run-grid.ts';
import { print } from './streams.ts';

/** The flags of `pipeline run`. */
export interface RunFlags extends GridFlags, MakingFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly csv?: string;
}

/** Runs a pipeline, or a grid of its cells, as `words` on the command line ask for, and returns the exit code. */
export async function runPipeline(
  pipeline: PipelineDefinition,
  flags: RunFlags,
  words: readonly string[],
): Promise<number> {
  const cells = await openCells(pipeline, flags);
  const command = commandLine(words, { resume: true });
  if (cells.length > 1 || flags.replicates !== undefined) {
    assertSingle(flags);
    return runGrid(pipeline.name, cells, { command, json: flags.json === true, csv: flags.csv });
  }
  if (flags.csv !== undefined)
    throw new ExpectedError({
      code: 'usage',
      message: 'Expected a grid of runs, found one run.',
      where: '--csv',
      remedy: 'Give several values to a parameter, as in --top-k 5,10; --json has everything about one run.',
    });
  const [{ session }] = cells;
  if (flags.references === true) assertHasReferences(session.plan);
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
