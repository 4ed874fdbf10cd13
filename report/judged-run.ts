import type { StepOutcome } from '../engine/events.ts';
import type { PlannedStep } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import { calibrate, type Calibration } from '../locomo/scoring/calibration.ts';
import { calibrationSet } from '../locomo/scoring/calibration-set.ts';
import {
  summariseJudgements,
  type JudgedAnswer,
  type JudgeSummary,
} from '../locomo/scoring/judge-summary.ts';
import { whyNotJudged } from '../locomo/scoring/judgeable.ts';
import type { Verdict } from '../locomo/reply/read-verdict.ts';
import type { JudgeStepSettings } from '../stages/judge.ts';
import type { AnswerRecord, SampleRecord, VerdictRecord } from '../stages/records.ts';
import { recordsByQuestion, scoredAnswers } from './scored-run.ts';

/** What one judge found of a run. */
export interface JudgedRun extends JudgeSummary {
  readonly judge: string;
  readonly rubric: string;
  readonly repeats: number;
  /** Null where the judge was not calibrated. */
  readonly calibration: Calibration | null;
  /** In the order of the data. */
  readonly answers: readonly JudgedAnswer[];
}

/** The file of a run's folder that holds what each judge found: a list of `JudgedRun`. */
export const verdictsFile = 'verdicts.json';

/** A judge step, planned or recorded. */
export type JudgeStep = Pick<PlannedStep, 'name' | 'settings' | 'inputs'>;

/** What steps made, and which verdicts could not be had. */
export interface JudgeOutcome extends Pick<RunOutcome, 'artifacts'> {
  readonly steps: readonly Pick<StepOutcome, 'step' | 'failures'>[];
}

/** Gathers what a finished judge step found, with the reasons for what it did not find. */
export async function judgedRun(step: JudgeStep, outcome: JudgeOutcome): Promise<JudgedRun> {
  const { judge, rubric, repeats, calibrate: calibrated } = step.settings as JudgeStepSettings;
  const failures = outcome.steps.find((each) => each.step === step.name)?.failures ?? new Map();
  const verdicts = new Map<string, Verdict>();
  for await (const record of input<VerdictRecord>(outcome, step.name).records()) {
    verdicts.set(`${verdictOf(record)}/${record.repeat}`, record.verdict);
  }
  const given = await recordsByQuestion(
    scoredAnswers(input<AnswerRecord>(outcome, step.inputs['answers']).records()),
  );
  const answers: JudgedAnswer[] = [];
  for await (const { sampleId, questions } of input<SampleRecord>(
    outcome,
    step.inputs['dataset'],
  ).records()) {
    for (const question of questions) {
      const name = `${sampleId}/${question.index}`;
      const prediction = given.get(name)?.prediction ?? null;
      const about = { sampleId, qaIndex: question.index, category: question.category, prediction };
      const not = whyNotJudged(question, prediction);
      const names = not === undefined ? Array.from({ length: repeats }, (_, at) => `${name}/${at + 1}`) : [];
      answers.push({
        ...about,
        verdicts: names.map((each) => verdicts.get(each)),
        reasons: not === undefined ? names.flatMap((each) => failures.get(each) ?? []) : [not],
      });
    }
  }
  const calibration = calibrated
    ? calibrate(calibrationSet().map((item) => ({ ...item, verdict: verdicts.get(`${item.id}/1`) })))
    : null;
  return {
    judge,
    rubric,
    repeats,
    ...summariseJudgements(answers, repeats, calibration),
    calibration,
    answers,
  };
}

function verdictOf(record: VerdictRecord): string {
  return 'calibration' in record ? record.calibration : `${record.sampleId}/${record.qaIndex}`;
}

/** The artifact of a step that a judge step reads or makes. */
function input<T>({ artifacts }: JudgeOutcome, step = ''): ArtifactReader<T> {
  const artifact = artifacts.get(step);
  if (artifact === undefined) throw new Error(`a judge step without ${step}`);
  // The stage's `output` says what its records are.
  return artifact as ArtifactReader<T>;
}
