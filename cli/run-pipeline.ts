import { performance } from 'node:perf_hooks';
import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { previewPlan } from '../engine/run/preview.ts';
import { runPlan, type RunOutcome } from '../engine/run/run-plan.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { Stopped } from '../engine/run/stopped.ts';
import { shownPath } from '../engine/shown.ts';
import { failuresText } from '../report/failures.ts';
import type { RunReport } from '../report/run-report.ts';
import { commandLine } from './command-line.ts';
import { finishRun } from './finish-run.ts';
import { listenForInterrupts } from './interrupts.ts';
import { previewTable } from './preview-table.ts';
import { asTyped } from './program-name.ts';
import { Reporter } from './reporter.ts';
import { RunFolder, runId } from './run-folder.ts';
import { openSession, type Session, type SessionFlags } from './session.ts';
import { print, tell } from './streams.ts';

/** The flags of `pipeline run`. */
export interface RunFlags extends SessionFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
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
  const { file, chosenBecause } = session.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  if (flags.dryRun === true) {
    const previews = await previewPlan(session.plan, session);
    print(flags.json === true ? JSON.stringify(previews) : previewTable(previews));
    return 0;
  }
  const folder = new RunFolder(session.out, runId(session));
  const command = commandLine(words, { resume: true });
  const goOn = asTyped(command);
  await folder.note({ event: 'started', command });
  try {
    const status = await runIn(folder, session, flags, reporter);
    await folder.note({ event: 'ended', status });
    if (status === 'complete') return 0;
    const [head, aim] = status === 'stopped' ? ['Stopped', 'go on'] : ['Incomplete', 'try the rest again'];
    tell(`${head}; what was finished is kept. To ${aim}:\n  ${goOn}`);
    return status === 'stopped' ? 130 : 1;
  } catch (error) {
    // What went wrong matters more than a folder that cannot be written.
    await endAsFailed(folder, reporter).catch(() => undefined);
    if (!(error instanceof ExpectedError) || !reporter.hasComputed) throw error;
    const kept = `What was finished is kept. To go on:\n  ${goOn}`;
    throw error.withRemedy([error.remedy ?? [], kept].flat().join('\n  '));
  }
}

/** A run that was refused before anything was computed leaves nothing to go on with, and no folder. */
async function endAsFailed(folder: RunFolder, reporter: Reporter): Promise<void> {
  if (reporter.hasComputed || !(await folder.forget()))
    await folder.note({ event: 'ended', status: 'failed' });
}

/** Runs the plan, prints what came of it, and tells how it ended. */
async function runIn(
  folder: RunFolder,
  session: Session,
  flags: RunFlags,
  reporter: Reporter,
): Promise<RunReport['status'] | 'stopped'> {
  const started = performance.now();
  const outcome = await execute(session, {
    concurrency: flags.concurrency,
    report: reporter.report,
    note: (note) => folder.note(note),
  });
  if (outcome === undefined) return 'stopped';
  const seconds = (performance.now() - started) / 1000;
  const { report, text } = await finishRun(session, outcome, folder, reporter);
  print(flags.json === true ? JSON.stringify(report) : text);
  tell(report.status === 'complete' ? `Done in ${seconds.toFixed(1)} s.` : failuresText(outcome.steps));
  return report.status;
}

/** Runs the plan; undefined where the user stopped it. */
async function execute(
  session: Session,
  options: Pick<RunOptions, 'concurrency' | 'report' | 'note'>,
): Promise<RunOutcome | undefined> {
  const interrupts = listenForInterrupts();
  try {
    return await runPlan(session.plan, { ...session, ...interrupts, ...options });
  } catch (error) {
    if (error instanceof Stopped || (interrupts.stopping.aborted && isAbort(error))) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** Whether work threw because it was given up. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
