import { basename, join } from 'node:path';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import { shownPath } from '../engine/shown.ts';
import { memoryKinds } from '../locomo/dataset/read-overlay.ts';
import { aboutReader } from '../models/readers.ts';
import { counted } from '../report/counted.ts';
import { releasedResults, releasedStatistics } from '../report/released-files.ts';
import { judgedRun, verdictsFile } from '../report/judged-run.ts';
import { judgeTable } from '../report/judge-table.ts';
import { ledgerTable } from '../report/ledger.ts';
import { protocolScores, type ProtocolScores } from '../report/protocol-scores.ts';
import { referenceScores, referenceTable, type ReferenceScore } from '../report/reference-table.ts';
import { truncationOf, truncationText } from '../report/truncation.ts';
import { runFacts } from '../report/run-facts.ts';
import { memoryFile, statementsApart } from '../report/written-memories.ts';
import { runReport, type RunReport } from '../report/run-report.ts';
import { scoredQuestions, type ScoredQuestion } from '../report/scored-run.ts';
import { supportReport, supportText } from '../report/support-table.ts';
import { scoreTable } from '../report/score-table.ts';
import type { DataFile } from '../stages/load-dataset.ts';
import { programName } from './program-name.ts';
import type { Reporter } from './reporter.ts';
import type { RunFolder } from './run-folder.ts';
import { runRecord, type RunResults } from './run-record.ts';
import { memoryWarnings, priceWarnings, runWarnings } from './run-warnings.ts';
import type { Session } from './session.ts';

/** A run's report, for machines and for people. */
export interface FinishedRun {
  readonly report: RunReport;
  readonly text: string;
}

/** The runs that a run is held against, and whether to say that they can be asked for. */
export interface ReferencesOfRun {
  readonly lines: readonly ReferenceScore[];
  readonly hint: boolean;
}

/** Writes the results of a run into its folder and reports it, beside runs that it is held against. */
export async function finishRun(
  session: Session,
  outcome: RunOutcome,
  folder: RunFolder,
  reporter: Reporter,
  references: ReferencesOfRun,
): Promise<FinishedRun> {
  const { plan } = session;
  const { name } = plan.pipeline;
  const [qa, stats] = [`${name}_qa.json`, `${name}_qa_stats.json`];
  const scored = await scoredQuestions(plan, outcome);
  const scores = protocolScores(scored ?? []);
  const samples = [...new Set(scored?.map(({ sample }) => sample))];
  const referenceLines =
    samples.length === 0 ? [] : [...referenceScores(samples, 'released'), ...references.lines];
  const judgeStep = plan.steps.find(({ stage }) => stage.output === 'verdicts');
  const memories = await memoryFile(plan, outcome);
  const memoriesName = `${basename(session.data.file.name, '.json')}${memories?.suffix ?? ''}`;
  const support = await supportReport(plan.steps, outcome);
  const judged = judgeStep === undefined ? [] : [await judgedRun(judgeStep, outcome)];
  const results = scored === undefined ? { results: await writeRecords() } : await writeScores(scored);
  // Written last: it tells what is in the other files.
  await folder.writeJson('run.json', runRecord(session, folder.id, outcome, results));
  const outputs =
    scored === undefined
      ? { records: recordsOf(session, outcome), ...memoriesAt() }
      : { qa: folder.file(qa), stats: folder.file(stats) };
  const about = {
    pipeline: name,
    params: plan.params,
    run: folder.id,
    scores: scores.released,
    repaired: scores.repaired,
    referenceLines,
    outputs,
  };
  const isWhole = plan.steps.some(({ stage }) => stage.output === 'conversations');
  const truncation = isWhole && scored !== undefined ? { truncation: truncationOf(scored) } : {};
  const report = { ...runReport(about, outcome, scored ?? []), ...truncation };
  const warnings = [
    ...runWarnings(scored ?? [], runFacts(plan).retrieval !== undefined),
    ...memoryWarnings(await statementsApart(plan.steps, outcome)),
    ...priceWarnings(session.catalog, report),
  ];
  for (const warning of warnings) reporter.warn(warning);
  const text =
    scored === undefined
      ? recordsText(session, outcome, outputs)
      : scoresText(session, scored, { ...scores, referenceLines, ...truncation }, folder, references.hint);
  return {
    report: {
      ...report,
      ...(support === undefined ? {} : { support }),
      ...(judged.length === 0 ? {} : { judged }),
      warnings: reporter.warnings,
    },
    text: [
      ...judged.map(judgeTable),
      support === undefined ? '' : supportText(support),
      text,
      ledgerTable(report.steps),
    ]
      .filter(Boolean)
      .join('\n\n'),
  };

  async function writeRecords(): Promise<RunResults['results']> {
    return {
      ...(judged.length === 0 ? {} : { [verdictsFile]: await folder.writeJson(verdictsFile, judged) }),
      ...(memories === undefined
        ? {}
        : { [memoriesName]: await folder.writeJson(memoriesName, memories.content) }),
    };
  }

  function memoriesAt(): { readonly memories?: string } {
    return memories === undefined ? {} : { memories: folder.file(memoriesName) };
  }

  async function writeScores(questions: readonly ScoredQuestion[]): Promise<RunResults> {
    const facts = runFacts(plan);
    return {
      results: {
        [qa]: await folder.writeJson(qa, releasedResults(questions, facts)),
        [stats]: await folder.writeJson(stats, releasedStatistics(questions, facts)),
      },
      scores: scores.released,
    };
  }
}

function scoresText(
  { plan, data }: Session,
  questions: readonly ScoredQuestion[],
  scores: ProtocolScores & Pick<RunReport, 'referenceLines' | 'truncation'>,
  folder: RunFolder,
  hint: boolean,
): string {
  const { model, retrieval } = runFacts(plan);
  const how = retrieval && [
    retrieval.database,
    [retrieval.retriever, retrieval.embedder].filter(Boolean).join(' with '),
    `top-${retrieval.topK}`,
  ];
  const about = aboutReader(model);
  return [
    `${plan.pipeline.name}: ${[...(how ?? []), model, shownPath(data.file.name), ...otherMemories(data.file)].join(', ')}`,
    '',
    scoreTable(
      scores,
      retrieval?.topK,
      questions.flatMap(({ score }) => score.reason ?? []),
    ),
    '',
    referenceTable(scores.referenceLines, 'released'),
    '',
    ...(scores.truncation === undefined ? [] : [truncationText(scores.truncation)]),
    `${programName} score RUN adds intervals and ceilings${hint ? '; --references adds empty, random and oracle passages' : ''}`,
    ...(about === undefined ? [] : [`${model}: ${about}`]),
    `results: ${shownPath(folder.path)}`,
  ].join('\n');
}

/** What stands in place of the data's own memories. */
function otherMemories({ memories }: DataFile): readonly string[] {
  return memoryKinds.flatMap((kind) => {
    const file = memories?.[kind];
    return file === undefined ? [] : [`${kind} of ${shownPath(file.name)}`];
  });
}

/** Where the records are of a pipeline whose result is not scores. */
function recordsOf({ plan }: Session, { artifacts }: RunOutcome): string {
  return join(artifacts.get(plan.result)?.folder ?? '', 'records.jsonl');
}

function recordsText(session: Session, outcome: RunOutcome, { memories }: RunReport['outputs']): string {
  const { name } = session.plan.pipeline;
  const step = outcome.steps.find((each) => each.step === session.plan.result);
  return [
    `${name}: ${session.plan.result}, ${counted(step?.items ?? 0, 'item')}`,
    `records: ${shownPath(recordsOf(session, outcome))}`,
    ...(memories === undefined ? [] : [`in the released form: ${shownPath(memories)}`]),
  ].join('\n');
}
