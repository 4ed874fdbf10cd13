import { forecastPlan } from '../engine/run/forecast-plan.ts';
import { previewPlan } from '../engine/run/preview.ts';
import { interruptible } from './carry-out.ts';
import { forecastText } from './forecast-table.ts';
import { plannedSpending } from './planned-spending.ts';
import { previewTable } from './preview-table.ts';
import { runId } from './run-folder.ts';
import type { Session } from './session.ts';
import { print } from './streams.ts';

/** Tells what a run would do, and what it would ask as far as that can be told; nothing is computed or written. */
export async function dryRun(
  session: Session,
  { concurrency, json }: { readonly concurrency: number; readonly json?: boolean },
): Promise<number> {
  const previews = await previewPlan(session.plan, session);
  const asked = await interruptible((signals) =>
    forecastPlan(session.plan, {
      ...session,
      ...signals,
      concurrency,
      report: () => undefined,
      runsLocal: false,
      promised: new Set(),
    }),
  );
  if (asked === undefined) return 130;
  const { steps, total } = plannedSpending(asked);
  if (json === true) {
    const asks = new Map(steps.map((step) => [step.step, step]));
    print(JSON.stringify(previews.map((step) => ({ ...step, asks: asks.get(step.step) ?? null }))));
    return 0;
  }
  const { name } = session.plan.pipeline;
  const forecast =
    steps.length === 0 ? [] : ['', forecastText(name, [{ run: runId(session), values: {}, steps }], total)];
  print([previewTable(previews), ...forecast].join('\n'));
  return 0;
}
