import { addForecasts, nothing, type Forecast } from '../engine/forecast.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { forecastPlan, type StepForecast, type UnknownForecast } from '../engine/run/forecast-plan.ts';
import { shownPath } from '../engine/shown.ts';
import { spendingOf, type Spending } from '../report/spending.ts';
import { interruptible } from './carry-out.ts';
import { forecastText } from './forecast-table.ts';
import { cellsOf, type Cell, type GridFlags } from './grid.ts';
import { Reporter } from './reporter.ts';
import { runId } from './run-folder.ts';
import { openWorkplace, planSession, sessionIn } from './session.ts';
import { print, tell } from './streams.ts';

/** The flags of `pipeline plan`. */
export interface PlanFlags extends GridFlags {
  readonly concurrency: number;
  readonly json?: boolean;
}

/** What one cell of a grid would ask, by step. */
export interface CellForecast {
  readonly run: string;
  readonly values: Cell<unknown>['values'];
  readonly steps: readonly (PlannedSpending | UnknownForecast)[];
}

/** What a step would ask, as people count it: `expected` with usual replies, `most` with the longest. */
export interface PlannedSpending extends Omit<StepForecast, 'forecast'>, PlannedTotal {}

export interface PlannedTotal {
  readonly expected: Spending;
  readonly most: Spending;
}

/** Tells what the runs of a grid would ask servers, without asking them, and returns the exit code. */
export async function planPipeline(pipeline: PipelineDefinition, flags: PlanFlags): Promise<number> {
  const cells = cellsOf(pipeline, flags).map(({ values, flags: own }) => ({
    values,
    planned: planSession(pipeline, own),
  }));
  const workplace = await openWorkplace(flags);
  const { file, chosenBecause } = workplace.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  const sessions = cells.map(({ values, planned }) => ({ values, session: sessionIn(workplace, planned) }));
  const { report } = new Reporter();
  const promised = new Set<string>();
  let sum: Forecast = nothing;
  const forecasts = await interruptible(async (signals) => {
    const done: CellForecast[] = [];
    for (const { session, values } of sessions) {
      const options = { ...session, ...signals, report, promised, concurrency: flags.concurrency };
      const steps = await forecastPlan(session.plan, { ...options, runsLocal: true });
      for (const step of steps) if (step.state === 'known') sum = addForecasts(sum, step.forecast);
      done.push({ run: runId(session), values, steps: steps.map(asSpending) });
    }
    return done;
  });
  if (forecasts === undefined) return 130;
  const total = plannedTotal(sum);
  print(
    flags.json === true
      ? JSON.stringify({ pipeline: pipeline.name, cells: forecasts, total })
      : forecastText(pipeline.name, forecasts, total),
  );
  return 0;
}

function asSpending(step: StepForecast | UnknownForecast): PlannedSpending | UnknownForecast {
  if (step.state === 'unknown') return step;
  const { forecast, ...counts } = step;
  return { ...counts, ...plannedTotal(forecast) };
}

function plannedTotal({ expected, most }: Forecast): PlannedTotal {
  return { expected: spendingOf(expected), most: spendingOf(most) };
}
