import { addForecasts, nothing, type Forecast } from '../engine/forecast.ts';
import type { StepForecast, UnknownForecast } from '../engine/run/forecast-plan.ts';
import { spendingOf, type Spending } from '../report/spending.ts';

/** What would be spent: `expected` with replies of the usual length, `most` with the longest. */
export interface PlannedTotal {
  readonly expected: Spending;
  readonly most: Spending;
}

/** The same of a step. */
export type PlannedStepSpending = (Omit<StepForecast, 'forecast'> & PlannedTotal) | UnknownForecast;

/** Forecasts as people count them, and their sum; steps of which nothing is known are not in it. */
export function plannedSpending(steps: readonly (StepForecast | UnknownForecast)[]): {
  readonly steps: readonly PlannedStepSpending[];
  readonly total: PlannedTotal;
} {
  const known = steps.flatMap((step) => (step.state === 'known' ? step.forecast : []));
  return {
    steps: steps.map((step) => {
      if (step.state === 'unknown') return step;
      const { forecast, ...counts } = step;
      return { ...counts, ...totalOf(forecast) };
    }),
    total: totalOf(known.reduce(addForecasts, nothing)),
  };
}

function totalOf({ expected, most }: Forecast): PlannedTotal {
  return { expected: spendingOf(expected), most: spendingOf(most) };
}
