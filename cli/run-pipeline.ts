import { performance } from 'node:perf_hooks';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { previewPlan } from '../engine/run/preview.ts';
import { runPlan } from '../engine/run/run-plan.ts';
import type { StepNote } from '../engine/run/step-note.ts';
import { shownPath } from '../engine/shown.ts';
import { failuresText } from '../report/failures.ts';
import { carryOut, interruptible, type Ending } from './carry-out.ts';
import { commandLine } from './command-line.ts';
import { finishRun } from './finish-run.ts';
import { previewTable } from './preview-table.ts';
import { assertHasReferences, canAddReferences, referenceRuns } from './reference-runs.ts';
import { Reporter } from './reporter.ts';
import { RunFolder, runId } from './run-folder.ts';
import { openSession, type Session, type SessionFlags } from './session.ts';
import { print, tell } from './streams.ts';

/** The flags of `pipeline run`. */
export interface RunFlags extends SessionFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
  /** Whether the pipeline is also run with passages that show what retrieval is worth. */
  readonly references?: boolean;
  readonly json?: boolean;
}

/** Runs a pipeline as `words` on the command line ask for, and returns the exit code. */
export async function runPipeline(
  pipeline: PipelineDefinition,
  flags: RunFlags,
  words: readonly string[],
): Promise<number> {
  const reporter = new Reporter();
  const session = await openSession(pipeline, flags);
  if (flags.references === true) assertHasReferences(session.plan);
  const { file, chosenBecause } = session.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  if (flags.dryRun === true) {
    const previews = await previewPlan(session.plan, session);
    print(flags.json === true ? JSON.stringify(previews) : previewTable(previews));
    return 0;
  }
  const folder = new RunFolder(session.out, runId(session));
  const command = commandLine(words, { resume: true });
  return carryOut({ folder, command, reporter }, () => runIn(folder, session, flags, reporter));
}

/** Runs the plan, prints what came of it, and tells how it ended. */
async function runIn(
  folder: RunFolder,
  session: Session,
  flags: RunFlags,
  reporter: Reporter,
): Promise<Ending> {
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
  const { report, text } = await finishRun(session, outcome, folder, reporter, {
    lines: references ?? [],
    hint,
  });
  print(flags.json === true ? JSON.stringify(report) : text);
  tell(report.status === 'complete' ? `Done in ${seconds.toFixed(1)} s.` : failuresText(outcome.steps));
  return report.status;
}
