import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { shownPath } from '../engine/shown.ts';
import { cellName, cellsOf, type Cell, type GridFlags } from './grid.ts';
import { runId } from './run-folder.ts';
import { openWorkplace, planSession, sessionIn, type Session } from './session.ts';
import { tell } from './streams.ts';

/** A cell that is ready to be run. */
export interface OpenedCell<Flags> extends Cell<Flags> {
  readonly session: Session;
}

/** Plans every cell of the grid that the flags ask for, at least one, and opens them in one workplace. */
export async function openCells<Flags extends GridFlags>(
  pipeline: PipelineDefinition,
  flags: Flags,
): Promise<readonly [OpenedCell<Flags>, ...OpenedCell<Flags>[]]> {
  const planned = cellsOf(pipeline, flags).map((cell) => ({
    cell,
    planned: planSession(pipeline, cell.flags),
  }));
  const workplace = await openWorkplace(flags);
  const [first, ...others] = planned.map((each) => ({
    ...each.cell,
    session: sessionIn(workplace, each.planned),
  }));
  if (first === undefined) throw new Error('a grid without a cell');
  assertDistinct([first, ...others]);
  const { file, chosenBecause } = workplace.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  return [first, ...others];
}

/** Cells that are the same run would be taken for repetitions that agree. */
function assertDistinct(cells: readonly OpenedCell<unknown>[]): void {
  const named = new Map<string, string>();
  for (const cell of cells) {
    const [id, name] = [runId(cell.session), cellName(cell)];
    const same = named.get(id);
    if (same !== undefined)
      throw new ExpectedError({
        code: 'usage',
        message: `Expected a grid of different runs, found two that are one: ${same}, and ${name}.`,
        remedy: 'Leave out what changes nothing; --set may hold fast what the grid is to change.',
      });
    named.set(id, name);
  }
}
