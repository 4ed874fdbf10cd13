import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { shownPath } from '../engine/shown.ts';
import { cellsOf, type Cell, type GridFlags } from './grid.ts';
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
  const { file, chosenBecause } = workplace.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  return [first, ...others];
}
