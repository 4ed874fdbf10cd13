import { writeFileSync } from 'node:fs';
import { ExpectedError } from '../engine/expected-error.ts';
import type { RunReport } from '../report/run-report.ts';
import { cellName } from './grid.ts';
import { bestOfGrid, gridCsv, gridText, repetitionsOf, type MadeCell } from './grid-table.ts';
import { makeRun, type MakingFlags } from './make-run.ts';
import type { OpenedCell } from './open-cells.ts';
import { printError } from './print-error.ts';
import { programName } from './program-name.ts';
import { print, tell } from './streams.ts';

/** The runs of a grid, and how it ended: the exit code, and the error that kept it from going on. */
interface MadeGrid {
  readonly made: readonly MadeCell[];
  readonly code: number;
  readonly error?: ExpectedError;
}

/** Runs the cells of a grid one behind the other, prints one table of them, and returns the exit code. */
export async function runGrid(
  pipeline: string,
  cells: readonly OpenedCell<MakingFlags>[],
  {
    command,
    json,
    csv,
  }: { readonly command: string; readonly json: boolean; readonly csv: string | undefined },
): Promise<number> {
  const { made, code, error } = await makeCells(cells, command);
  if (json) {
    const shown = made.map(({ values, report: { results: _results, ...report } }) => ({ values, ...report }));
    print(
      JSON.stringify({ pipeline, cells: shown, best: bestOfGrid(made), repetitions: repetitionsOf(made) }),
    );
  } else if (made.length > 0) print(gridText(pipeline, made));
  if (csv !== undefined) writeCsv(csv, gridCsv(made));
  if (error !== undefined) throw error;
  return code;
}

function writeCsv(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'csv-file',
        message: `Expected a file that can be written, found ${error instanceof Error ? error.message : 'none'}.`,
        where: '--csv',
        remedy:
          'Name a file in a folder that is there; the runs are kept, and the same command makes the table again.',
        exitCode: 1,
      },
      { cause: error },
    );
  }
}

/**
 * A cell that fails does not stop the others, unless the one before it failed for the same reason, or all that may be
 * spent is spent. One that is stopped does.
 */
async function makeCells(cells: readonly OpenedCell<MakingFlags>[], command: string): Promise<MadeGrid> {
  const made: MadeCell[] = [];
  let code = 0;
  let last: ExpectedError | undefined;
  for (const [at, { values, session, flags }] of cells.entries()) {
    tell(`run ${at + 1} of ${cells.length}: ${cellName({ values })}`);
    try {
      let report: RunReport | undefined;
      const ended = await makeRun(session, flags, command, (finished) => ({ report } = finished));
      if (report === undefined) return { made, code: ended };
      made.push({ values, report });
      code = Math.max(code, ended);
      last = undefined;
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      if (error.code === 'max-cost' || error.message === last?.message) return { made, code: 1, error };
      code = Math.max(code, printError(error, `${programName} run`));
      last = error;
    }
  }
  return { made, code };
}
