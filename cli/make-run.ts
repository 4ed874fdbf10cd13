import { performance } from 'node:perf_hooks';
import { runPlan } from '../engine/run/run-plan.ts';
import type { StepNote } from '../engine/run/step-note.ts';
import { failuresText } from '../report/failures.ts';
import { carryOut, interruptible, type Ending } from './carry-out.ts';
import { finishRun, type FinishedRun } from './finish-run.ts';
import { canAddReferences, referenceRuns } from './reference-runs.ts';
import { Reporter } from './reporter.ts';
import { RunFolder, runId } from './run-folder.ts';
import type { Session, SessionFlags } from './session.ts';
import { tell } from './streams.ts';

/** The flags that say how a run is made. */
export interface MakingFlags extends SessionFlags {
  readonly concurrency: number;
  /** Whether the pipeline is also run with passages that show what retrieval is worth. */
  readonly references?: boolean;
}

/**
 * Makes a run under its journal, has `show` print what came of it, tells how it ended, and returns the exit code.
 * `command` is what goes on with it where it is not complete.
 */
export async function makeRun(
  session: Session,
  flags: MakingFlags,
  command: string,
  show: (finished: FinishedRun) => void,
): Promise<number> {
  const folder = new RunFolder(session.out, runId(session));
  const reporter = new Reporter();
  return carryOut({ folder, command, reporter }, async (): Promise<Ending> => {
    const started = performance.now();
    const options = {
      concurrency: flags.concurrency,
      report: reporter.report,
      note: (note: StepNote) => folder.note(note),
    };
    const done = await interruptible(async (signals) => {
      const within = { ...session, ...signals, ...options };
      const outcome = await runPlan(session.plan, within);
      if (flags.references !== true) return { outcome };
      return { outcome, references: await referenceRuns(session.plan, flags, within) };
    });
    if (done === undefined) return 'stopped';
    const { outcome, references } = done;
    const hint = references === undefined && (await canAddReferences(session, flags));
    const seconds = (performance.now() - started) / 1000;
    const lines = references ?? [];
    const finished = await finishRun(session, outcome, folder, reporter, { lines, hint });
    show(finished);
    const { status } = finished.report;
    tell(status === 'complete' ? `Done in ${seconds.toFixed(1)} s.` : failuresText(outcome.steps));
    return status;
  });
}
