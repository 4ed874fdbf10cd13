import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { forecastPlan, type StepForecast, type UnknownForecast } from '../engine/run/forecast-plan.ts';
import { interruptible } from './carry-out.ts';
import { forecastText, type CellForecast } from './forecast-table.ts';
import type { GridFlags } from './grid.ts';
import { openCells } from './open-cells.ts';
import { plannedSpending } from './planned-spending.ts';
import { Reporter } from './reporter.ts';
import { runId } from './run-folder.ts';
import { print } from './streams.ts';

/** The flags of `pipeline plan`. */
export interface PlanFlags extends GridFlags {
  readonly concurrency: number;
  readonly json?: boolean;
}

/** Tells what the runs of a grid would ask of servers, without asking them, and returns the exit code. */
export async function planPipeline(pipeline: PipelineDefinition, flags: PlanFlags): Promise<number> {
  const cells = await openCells(pipeline, flags);
  const { report } = new Reporter();
  const promised = new Set<string>();
  const all: (StepForecast | UnknownForecast)[] = [];
  const forecasts = await interruptible(async (signals) => {
    const done: CellForecast[] = [];
    for (const { session, values } of cells) {
      const options = { ...session, ...signals, report, promised, concurrency: flags.concurrency };
      const steps = await forecastPlan(session.plan, { ...options, runsLocal: true });
      all.push(...steps);
      done.push({ run: runId(session), values, steps: plannedSpending(steps).steps });
    }
    return done;
  });
  if (forecasts === undefined) return 130;
  const { total } = plannedSpending(all);
  print(
    flags.json === true
      ? JSON.stringify({ pipeline: pipeline.name, cells: forecasts, total })
      : forecastText(pipeline.name, forecasts, total),
  );
  return 0;
}
