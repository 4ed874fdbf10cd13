import { resolve } from 'node:path';
import { addNotes } from '../engine/notes.ts';
import { packageVersion } from '../engine/package-root.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { identitiesOf, keyedSettings, servicesOf } from '../engine/run/recipes.ts';
import { runPlan, type RunOutcome } from '../engine/run/run-plan.ts';
import type { ServiceProvider } from '../engine/service.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import { shownPath } from '../engine/shown.ts';
import { failuresText } from '../report/failures.ts';
import { judgedRun, verdictsFile } from '../report/judged-run.ts';
import { agreementBetween, betweenJudges, judgeTable } from '../report/judge-table.ts';
import { ledgerTable } from '../report/ledger.ts';
import { spendingOf } from '../report/spending.ts';
import { createProvider } from '../stages/provider.ts';
import { carryOut, interruptible, type Ending } from './carry-out.ts';
import { commandLine } from './command-line.ts';
import { judgeSteps, type JudgeSteps } from './judge-steps.ts';
import { overridesOf } from './pipeline-command.ts';
import { openRecordedRun, type RecordedRun } from './recorded-run.ts';
import { Reporter } from './reporter.ts';
import { rejudgeIdOf, RunFolder } from './run-folder.ts';
import { StoredRecords, type RecordedStep } from './stored-records.ts';
import { sealedRecord, stepRecord } from './run-record.ts';
import { priceWarnings } from './run-warnings.ts';
import { openSurroundings, type ModelFlags, type Surroundings } from './session.ts';
import { print, tell } from './streams.ts';

/** The flags of `pipeline rejudge`, besides those that the judge step takes. */
export interface RejudgeFlags extends ModelFlags {
  readonly out: string;
  readonly judge?: string;
  readonly concurrency: number;
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** What is judged, and by whom. */
interface Rejudging extends Surroundings {
  readonly run: RecordedRun;
  /** What the judges read, as the run made it. */
  readonly given: RunOutcome['artifacts'];
  readonly sources: readonly Partial<RecordedStep>[];
  readonly judges: JudgeSteps;
  readonly services: ServiceProvider;
}

/**
 * Judges the answers of a past run, by one judge or several, and returns the exit code. Nothing is answered again:
 * the judges read what the run left in the store, and questions that it did not answer stay unanswered.
 */
export async function rejudge(
  name: string,
  pipeline: PipelineDefinition,
  flags: RejudgeFlags,
  words: readonly string[],
): Promise<number> {
  const out = resolve(flags.out);
  const judges = judgeSteps(overridesOf(pipeline, { ...flags, set: {} }).params);
  const run = await openRecordedRun(name, out);
  const surroundings = await openSurroundings(out, flags);
  const services = createProvider({ models: surroundings.models });
  for (const step of judges.steps) servicesOf(step, services);
  const records = new StoredRecords(run, surroundings.store);
  const given = new Map<string, ArtifactReader<unknown>>([
    ['dataset', await records.artifact('samples')],
    ['answers', await records.artifact('answers')],
  ]);
  const sources = [
    { ...records.stepOf('samples'), step: 'dataset' },
    { ...records.stepOf('answers'), step: 'answers' },
  ];
  const work = { ...surroundings, run, given, sources, judges, services };
  const folder = new RunFolder(out, rejudgeId(work));
  const reporter = new Reporter();
  const command = commandLine(words, { resume: true, command: 'rejudge' });
  return carryOut({ folder, command, reporter }, () => judgeIn(folder, work, flags, reporter));
}

/** Names a rejudging by everything that can change its result. */
function rejudgeId({ given, judges, services }: Rejudging): string {
  const asked = judges.steps.map((step) => ({
    settings: keyedSettings(step),
    services: identitiesOf(servicesOf(step, services)),
  }));
  return rejudgeIdOf(asked, Object.fromEntries([...given].map(([step, { digest }]) => [step, digest])));
}

/** Asks the judges, writes what they found into the folder, prints it, and tells how it ended. */
async function judgeIn(
  folder: RunFolder,
  work: Rejudging,
  flags: RejudgeFlags,
  reporter: Reporter,
): Promise<Ending> {
  const { run, judges, store, services, given, sources } = work;
  const outcome = await interruptible((signals) =>
    runPlan(
      judges,
      {
        store,
        services,
        ...signals,
        overwrite: new Set(),
        concurrency: flags.concurrency,
        report: reporter.report,
        note: (note) => folder.note(note),
      },
      given,
    ),
  );
  if (outcome === undefined) return 'stopped';
  const steps = [...sources, ...judges.steps.map((step) => stepRecord(step, outcome))];
  const judged = await Promise.all(judges.steps.map((step) => judgedRun(step, outcome)));
  const results = { [verdictsFile]: await folder.writeJson(verdictsFile, judged) };
  // Written last: it tells what is in the other file.
  const record = {
    run: folder.id,
    version: packageVersion(),
    rejudges: run.record.run,
    params: judges.params,
    data: run.record.data,
    steps,
    results,
  };
  await folder.writeJson('run.json', sealedRecord(record));
  const spent = outcome.steps.map(({ step, notes }) => ({
    step,
    ...spendingOf(notes),
    made: spendingOf(outcome.artifacts.get(step)?.manifest.notes ?? {}),
  }));
  const spending = spendingOf(outcome.steps.map(({ notes }) => notes).reduce(addNotes, {}));
  for (const warning of priceWarnings(work.catalog, spending)) reporter.warn(warning);
  const status = outcome.steps.some(({ failed }) => failed > 0) ? 'incomplete' : 'complete';
  print(
    flags.json === true
      ? JSON.stringify({
          run: folder.id,
          rejudges: run.record.run,
          status,
          judged,
          between: judged.length > 1 ? agreementBetween(judged) : null,
          steps: spent,
          ...spending,
          warnings: reporter.warnings,
        })
      : [
          `rejudge: ${run.record.run}`,
          ...judged.map(judgeTable),
          betweenJudges(judged),
          ledgerTable(spent),
          `results: ${shownPath(folder.path)}`,
        ]
          .filter(Boolean)
          .join('\n\n'),
  );
  const failures = failuresText(outcome.steps);
  if (failures !== '') tell(failures);
  return status;
}
