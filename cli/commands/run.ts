import { performance } from 'node:perf_hooks';
import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { previewPlan } from '../../engine/run/preview.ts';
import { runPlan, type RunOutcome } from '../../engine/run/run-plan.ts';
import type { RunOptions } from '../../engine/run/run-options.ts';
import { Stopped } from '../../engine/run/run-step.ts';
import { shownPath } from '../../engine/shown.ts';
import type { RunReport } from '../../report/run-report.ts';
import { failuresText } from '../../report/failures.ts';
import { concurrencyArgument } from '../arguments.ts';
import { commandLine } from '../command-line.ts';
import type { BuildCommand } from '../build-command.ts';
import { finishRun } from '../finish-run.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { overwriteOption, pipelineCommand } from '../pipeline-command.ts';
import { previewTable } from '../preview-table.ts';
import { Reporter } from '../reporter.ts';
import { RunFolder, runId } from '../run-folder.ts';
import { openSession, type Session, type SessionFlags } from '../session.ts';
import { print, tell } from '../streams.ts';

interface RunFlags extends SessionFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `pipeline run <pipeline>`. */
export const runCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .description('Runs a pipeline and scores it. What the store holds is not computed again.')
    .addOption(overwriteOption)
    .option('--concurrency <n>', 'items in flight at once', concurrencyArgument, 4)
    .option('--dry-run', 'tell what would run, and run nothing')
    .option('--json', 'print one object with everything about the run')
    .action(async (_name: string, flags: RunFlags) => {
      if (pipeline !== undefined) process.exitCode = await run(pipeline, flags, words);
    });
};

async function run(pipeline: PipelineDefinition, flags: RunFlags, words: readonly string[]): Promise<number> {
  const reporter = new Reporter();
  const session = await openSession(pipeline, flags);
  const { file, chosenBecause } = session.data;
  if (chosenBecause !== undefined) tell(`data: ${shownPath(file.name)} (${chosenBecause})`);
  if (flags.dryRun === true) {
    print(previewTable(await previewPlan(session.plan, session)));
    return 0;
  }
  const started = performance.now();
  const folder = new RunFolder(session.out, runId(session));
  await folder.note({ event: 'started', command: commandLine(words, { resume: true }) });
  try {
    const outcome = await execute(session, {
      concurrency: flags.concurrency,
      report: reporter.report,
      note: (note) => folder.note(note),
    });
    const status = outcome === undefined ? 'stopped' : await conclude(outcome);
    await folder.note({ event: 'ended', status });
    if (status === 'complete') return 0;
    if (outcome === undefined) tell('Stopped; what was finished is kept. To go on:');
    else
      tell(`${failuresText(outcome.steps)}\nIncomplete; what was finished is kept. To try the rest again:`);
    tell(`  ${commandLine(words, { resume: true })}`);
    return status === 'stopped' ? 130 : 1;
  } catch (error) {
    // What went wrong matters more than a journal that cannot be written.
    await folder.note({ event: 'ended', status: 'failed' }).catch(() => undefined);
    throw error;
  }

  /** Writes and prints what came of the run. */
  async function conclude(outcome: RunOutcome): Promise<RunReport['status']> {
    const { report, text } = await finishRun(session, outcome, folder, reporter);
    print(flags.json === true ? JSON.stringify(report) : text);
    const seconds = (performance.now() - started) / 1000;
    if (report.status === 'complete') tell(`Done in ${seconds.toFixed(1)} s.`);
    return report.status;
  }
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
