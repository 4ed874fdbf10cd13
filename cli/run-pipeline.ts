import { performance } from 'node:perf_hooks';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { previewPlan } from '../engine/run/preview.ts';
import { runPlan, type RunOutcome } from '../engine/run/run-plan.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { Stopped } from '../engine/run/run-step.ts';
import { shownPath } from '../engine/shown.ts';
import { failuresText } from '../report/failures.ts';
import type { RunReport } from '../report/run-report.ts';
import { commandLine } from './command-line.ts';
import { finishRun } from './finish-run.ts';
import { listenForInterrupts } from './interrupts.ts';
import { previewTable } from './preview-table.ts';
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
  await folder.note({ event: 'started', command: commandLine(words, { resume: true }) });
  try {
    const status = await runIn(folder, session, flags, reporter);
    await folder.note({ event: 'ended', status });
    if (status === 'complete') return 0;
    const [head, aim] = status === 'stopped' ? ['Stopped', 'go on'] : ['Incomplete', 'try the rest again'];
    tell(`${head}; what was finished is kept. To ${aim}:\n  ${commandLine(words, { resume: true })}`);
    return status === 'stopped' ? 130 : 1;
  } catch (error) {
    // What went wrong matters more than a journal that cannot be written.
    await folder.note({ event: 'ended', status: 'failed' }).catch(() => undefined);
    throw error;
  }
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
    if (error instanceof Stopped || interrupts.stopping.aborted) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}
