import type { StepOutcome } from '../engine/events.ts';
import type { Json } from '../engine/json.ts';
import { addNotes, type Notes } from '../engine/notes.ts';
import { summarise, type ScoreSummary } from '../locomo/metrics/summarise.ts';
import type { Category } from '../locomo/sample.ts';
import type { ScoredQuestion } from './scored-run.ts';

/** What `run --json` prints. Rates are fractions. */
export interface RunReport {
  readonly pipeline: string;
  readonly params: { readonly [name: string]: Json };
  readonly run: string;
  readonly status: 'complete' | 'incomplete';
  readonly scores: ScoreSummary;
  readonly steps: readonly Omit<StepOutcome, 'notes' | 'failures'>[];
  readonly calls: { readonly model: number; readonly embedding: number };
  readonly tokens: { readonly input: number; readonly output: number };
  readonly costUsd: number;
  readonly warnings: readonly string[];
  /** Paths by what the files hold: `qa` and `stats`, or `records` where the result is not scores. */
  readonly outputs: { readonly qa?: string; readonly stats?: string; readonly records?: string };
  readonly results: readonly QuestionResult[];
}

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
  run: Pick<RunReport, 'pipeline' | 'params' | 'run' | 'warnings' | 'outputs'>,
  steps: readonly StepOutcome[],
  questions: readonly ScoredQuestion[],
): RunReport {
  const notes = steps.reduce<Notes>((sum, step) => addNotes(sum, step.notes), {});
  // A question that can have no score, because the data have no answer to it, leaves nothing to be done.
  const unfinished =
    steps.some(({ failed }) => failed > 0) || questions.some(({ score }) => score.prediction === null);
  return {
    pipeline: run.pipeline,
    params: run.params,
    run: run.run,
    status: unfinished ? 'incomplete' : 'complete',
    scores: summariseRun(questions),
    steps: steps.map(({ step, stage, items, cached, computed, failed, seconds }) => ({
      step,
      stage,
      items,
      cached,
      computed,
      failed,
      seconds,
    })),
    calls: { model: notes.modelCalls ?? 0, embedding: notes.embeddingCalls ?? 0 },
    tokens: { input: notes.inputTokens ?? 0, output: notes.outputTokens ?? 0 },
    costUsd: notes.costUsd ?? 0,
    warnings: run.warnings,
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

/** Micro averages over the questions of a run, not rounded. */
export function summariseRun(questions: readonly ScoredQuestion[]): ScoreSummary {
  return summarise(
    questions.map(({ sample, question, score }) => ({
      sample,
      question,
      f1: score.f1,
      recall: score.recall,
    })),
  );
}
