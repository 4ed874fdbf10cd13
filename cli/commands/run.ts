import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { InvalidArgumentError } from 'commander';
import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { previewPlan } from '../../engine/run/preview.ts';
import { runPlan, type RunOutcome } from '../../engine/run/run-plan.ts';
import { Stopped } from '../../engine/run/run-step.ts';
import { aboutReader } from '../../models/readers.ts';
import { releasedResults, releasedStatistics } from '../../report/released-files.ts';
import { runFacts } from '../../report/run-facts.ts';
import { runReport, summariseRun, type RunReport } from '../../report/run-report.ts';
import { scoredQuestions, type ScoredQuestion } from '../../report/scored-run.ts';
import { scoreTable } from '../../report/score-table.ts';
import { commandLine } from '../command-line.ts';
import type { BuildCommand } from '../build-command.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { previewTable } from '../preview-table.ts';
import { Reporter } from '../reporter.ts';
import { RunFolder, runId } from '../run-folder.ts';
import { runRecord } from '../run-record.ts';
import {
  openSession,
  overwriteOption,
  pipelineCommand,
  type Session,
  type SessionFlags,
} from '../session.ts';
import { print, tell } from '../streams.ts';
import { runWarnings } from '../run-warnings.ts';

interface RunFlags extends SessionFlags {
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** `pipeline run <pipeline>`. */
export const runCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .description('Runs a pipeline and scores it. What the store holds is not computed again.')
    .addOption(overwriteOption)
    .option('--concurrency <n>', 'items in flight at once', wholeNumber, 4)
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
  if (chosenBecause !== undefined)
    tell(`data: ${relative(process.cwd(), file.name) || file.name} (${chosenBecause})`);
  if (flags.dryRun === true) {
    print(previewTable(await previewPlan(session.plan, session)));
    return 0;
  }
  const folder = new RunFolder(session.out, runId(session));
  await folder.note({ event: 'started', command: commandLine(words, { resume: true }) });
  const started = performance.now();
  const outcome = await execute(session, flags.concurrency, reporter);
  const seconds = (performance.now() - started) / 1000;
  if (outcome === undefined) {
    await folder.note({ event: 'ended', status: 'stopped' });
    tell(`Stopped; what was finished is kept. To go on:\n  ${commandLine(words, { resume: true })}`);
    return 130;
  }
  const report = await finish(session, outcome, folder, reporter, flags.json === true);
  await folder.note({ event: 'ended', status: report.status });
  if (report.status === 'complete') tell(`Done in ${seconds.toFixed(1)} s.`);
  else tell(`Incomplete; what was finished is kept. To go on:\n  ${commandLine(words, { resume: true })}`);
  return report.status === 'complete' ? 0 : 1;
}

/** Runs the plan; undefined where the user stopped it. */
async function execute(
  session: Session,
  concurrency: number,
  reporter: Reporter,
): Promise<RunOutcome | undefined> {
  const interrupts = listenForInterrupts();
  try {
    return await runPlan(session.plan, { ...session, ...interrupts, concurrency, report: reporter.report });
  } catch (error) {
    if (error instanceof Stopped || interrupts.stopping.aborted) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** Writes the results and prints them. */
async function finish(
  session: Session,
  outcome: RunOutcome,
  folder: RunFolder,
  reporter: Reporter,
  asJson: boolean,
): Promise<RunReport> {
  const { plan } = session;
  const questions = (await scoredQuestions(plan, outcome)) ?? [];
  for (const warning of runWarnings(questions)) reporter.warn(warning);
  const { name } = plan.pipeline;
  const outputs = { qa: folder.file(`${name}_qa.json`), stats: folder.file(`${name}_qa_stats.json`) };
  const facts = runFacts(plan);
  await folder.writeJson(`${name}_qa.json`, releasedResults(questions, facts));
  await folder.writeJson(`${name}_qa_stats.json`, releasedStatistics(questions, facts));
  await folder.writeJson('run.json', runRecord(session, folder.id, outcome));
  const { params } = plan;
  const about = { pipeline: name, params, run: folder.id, warnings: reporter.warnings, outputs };
  const report = runReport(about, outcome.steps, questions);
  print(asJson ? JSON.stringify(report) : textReport(session, questions, folder));
  return report;
}

function textReport(
  { plan, data }: Session,
  questions: readonly ScoredQuestion[],
  folder: RunFolder,
): string {
  const facts = runFacts(plan);
  const { model, retrieval } = facts;
  const how =
    retrieval === undefined
      ? []
      : [
          retrieval.database,
          [retrieval.retriever, retrieval.embedder].filter(Boolean).join(' with '),
          `top-${retrieval.topK}`,
        ];
  const about = aboutReader(model);
  return [
    `${plan.pipeline.name}: ${[...how, model, relative(process.cwd(), data.file.name) || data.file.name].join(', ')}`,
    '',
    scoreTable(summariseRun(questions), retrieval?.topK),
    '',
    ...(about === undefined ? [] : [`${model}: ${about}`]),
    `results: ${relative(process.cwd(), folder.path) || folder.path}`,
  ].join('\n');
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 1024)
    throw new InvalidArgumentError('Expected a whole number from 1 to 1024.');
  return value;
}
