import type { StepOutcome } from '../engine/events.ts';
import type { Json } from '../engine/json.ts';
import { addNotes, type Notes } from '../engine/notes.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
import type { Category } from '../locomo/sample.ts';
import type { JudgedRun } from './judged-run.ts';
import type { StepSpending } from './ledger.ts';
import { spendingOf, type Spending } from './spending.ts';
import type { ProtocolScores } from './protocol-scores.ts';
import type { ReferenceScore } from './reference-table.ts';
import type { SupportReport } from './support-table.ts';
import type { Truncation } from './truncation.ts';
import type { ScoredQuestion } from './scored-run.ts';

/** What `run --json` prints. Rates are fractions. */
export interface RunReport extends Spending {
  readonly pipeline: string;
  readonly params: { readonly [name: string]: Json };
  readonly run: string;
  readonly status: 'complete' | 'incomplete';
  /** By the released protocol. */
  readonly scores: ScoreSummary;
  readonly repaired: ProtocolScores['repaired'];
  /** What others score on the same questions that know nothing, or, where asked for, everything; none without scores. */
  readonly referenceLines: readonly ReferenceScore[];
  /** What was cut away, where whole conversations are read. */
  readonly truncation?: Truncation;
  readonly steps: readonly StepReport[];
  /** What everything that the run is made of cost when it was made, in this run or before. */
  readonly made: Spending;
  readonly warnings: readonly string[];
  /** Paths by what the files hold: `qa` and `stats`, or `records` where the result is not scores, with `memories` in the released form. */
  readonly outputs: {
    readonly qa?: string;
    readonly stats?: string;
    readonly records?: string;
    readonly memories?: string;
  };
  readonly results: readonly QuestionResult[];
  /** What a judge found of observations, where one was asked. */
  readonly support?: SupportReport;
  /** What judges found of answers, where one was asked. */
  readonly judged?: readonly JudgedRun[];
}

/** One step of a run. */
export type StepReport = Omit<StepOutcome, 'notes' | 'failures'> & StepSpending;

/** One question of a run, under the field names of the released files. */
export interface QuestionResult {
  readonly sample_id: string;
  readonly qa_index: number;
  readonly category: Category;
  readonly prediction: string | null;
  readonly context: readonly string[] | null;
  readonly f1: number | null;
  readonly recall: number | null;
  readonly reason?: string;
}

/** Puts the report of a finished run together. */
export function runReport(
  run: Pick<RunReport, 'pipeline' | 'params' | 'run' | 'scores' | 'repaired' | 'referenceLines' | 'outputs'>,
  { steps, artifacts }: RunOutcome,
  questions: readonly ScoredQuestion[],
): Omit<RunReport, 'warnings'> {
  const madeBy = (step: string): Notes => artifacts.get(step)?.manifest.notes ?? {};
  // A question that can have no score, because the data have no answer to it, leaves nothing to be done.
  const unfinished =
    steps.some(({ failed }) => failed > 0) || questions.some(({ score }) => score.prediction === null);
  return {
    pipeline: run.pipeline,
    params: run.params,
    run: run.run,
    status: unfinished ? 'incomplete' : 'complete',
    scores: run.scores,
    repaired: run.repaired,
    referenceLines: run.referenceLines,
    steps: steps.map(({ notes, failures: _failures, ...step }) => ({
      ...step,
      ...spendingOf(notes),
      made: spendingOf(madeBy(step.step)),
    })),
    ...spendingOf(steps.map(({ notes }) => notes).reduce(addNotes, {})),
    made: spendingOf(steps.map(({ step }) => madeBy(step)).reduce(addNotes, {})),
    outputs: run.outputs,
    results: questions.map(({ score }) => ({
      sample_id: score.sampleId,
      qa_index: score.qaIndex,
      category: score.category,
      prediction: score.prediction,
      context: score.context,
      f1: score.f1,
      recall: score.recall,
      ...(score.reason === undefined ? {} : { reason: score.reason }),
    })),
  };
}
