import type { StepOutcome } from '../engine/events.ts';
import type { Plan } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { Question } from '../locomo/sample.ts';
import type { GivenAnswer } from '../locomo/scoring/answered-question.ts';
import type { AnswerRecord, QuestionId, SampleRecord, ScoreRecord } from '../stages/records.ts';

/** A question with its sample and its scores. */
export interface ScoredQuestion {
  readonly sample: SampleRecord;
  readonly question: Question;
  readonly score: ScoreRecord;
}

/** The questions of a finished run in the order of the data file; undefined where its result is not scores. */
export async function scoredQuestions(
  plan: Plan,
  { artifacts, steps }: RunOutcome,
): Promise<readonly ScoredQuestion[] | undefined> {
  const dataset = artifactOf<SampleRecord>(plan, artifacts, 'samples');
  const scores = artifactOf<ScoreRecord>(plan, artifacts, 'scores');
  if (dataset === undefined || scores === undefined) return undefined;
  const byQuestion = await recordsByQuestion(scores.records());
  const questions: ScoredQuestion[] = [];
  for await (const sample of dataset.records()) {
    for (const question of sample.questions) {
      const score = byQuestion.get(`${sample.sampleId}/${question.index}`);
      if (score !== undefined) questions.push({ sample, question, score: explained(score, steps) });
    }
  }
  return questions;
}

/** A score that is missing because an item failed says why that failed. */
function explained(score: ScoreRecord, steps: readonly StepOutcome[]): ScoreRecord {
  const { sampleId, qaIndex, prediction, reason } = score;
  if (prediction !== null) return score;
  const why = steps
    .map(({ failures }) => failures.get(`${sampleId}/${qaIndex}`) ?? failures.get(sampleId))
    .find((failure) => failure !== undefined);
  return why === undefined ? score : { ...score, reason: `${reason}: ${why}` };
}

/** The artifact of the step that makes a kind of record. */
function artifactOf<T>(
  plan: Plan,
  artifacts: RunOutcome['artifacts'],
  kind: string,
): ArtifactReader<T> | undefined {
  const step = plan.steps.find(({ stage }) => stage.output === kind);
  const artifact = step && artifacts.get(step.name);
  // The stage's `output` says what its records are.
  return artifact as ArtifactReader<T> | undefined;
}

/** What a run's record of scores says was answered. */
export function givenAnswer(record: ScoreRecord | undefined): GivenAnswer {
  const { prediction = null, context = null, reason = 'no answer is stored' } = record ?? {};
  if (prediction === null) return { status: 'failed', prediction, context, reason };
  return { status: prediction.trim() === '' ? 'empty' : 'answered', prediction, context };
}

/** The answers that are scored: where options were shown in both orders, those to the first one. */
export async function* scoredAnswers(records: AsyncIterable<AnswerRecord>): AsyncIterable<AnswerRecord> {
  for await (const record of records) if (record.order === undefined) yield record;
}

/** Records by the question that they are about, `<sample>/<index>`. */
export async function recordsByQuestion<T extends QuestionId>(
  records: AsyncIterable<T>,
): Promise<ReadonlyMap<string, T>> {
  const byQuestion = new Map<string, T>();
  for await (const record of records) byQuestion.set(`${record.sampleId}/${record.qaIndex}`, record);
  return byQuestion;
}
