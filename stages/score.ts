import { z } from 'zod';
import type { NoServices, Stage } from '../engine/stage.ts';
import { evidenceRecall } from '../locomo/metrics/evidence-recall.ts';
import { scoreAnswer } from '../locomo/metrics/score-answer.ts';
import type { Category } from '../locomo/sample.ts';
import type { AnswerRecord, SampleRecord, ScoreRecord } from './records.ts';

const settings = z.strictObject({});

/** Everything that the released scorer reads of a question and of its answer. */
interface Input {
  readonly category: Category;
  readonly answer: string | null;
  readonly evidence: readonly string[];
  /** Null where the question was not answered. */
  readonly prediction: string | null;
  readonly context: readonly string[] | null;
}

/** Scores each answer as the released scorer does. */
export const score: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord; answers: AnswerRecord },
  Input,
  Pick<ScoreRecord, 'f1' | 'recall' | 'reason'>,
  NoServices
> = {
  name: 'score',
  version: 1,
  summary: 'Scores each answer with the released F1, and its context with the released recall.',
  settings,
  output: 'scores',
  inputs: () => ({ dataset: 'samples', answers: 'answers' }),
  async *items({ dataset, answers }) {
    for await (const { sampleId, questions } of dataset.records()) {
      for (const { index, category, answer, evidence } of questions) {
        const [answered] = (await answers.find(`${sampleId}/${index}`)) ?? [];
        const { prediction = null, context = null, passages = null, databaseSize = null } = answered ?? {};
        yield {
          id: { sampleId, qaIndex: index },
          carry: { category, prediction, context, passages, databaseSize },
          input: { category, answer, evidence, prediction, context },
        };
      }
    }
  },
  run: async (input) => [scoresOf(input)],
};

/** The released scores of one question; without an answer, or without a gold one, there is no F1 and a reason. */
export function scoresOf({
  category,
  answer,
  evidence,
  prediction,
  context,
}: Input): Pick<ScoreRecord, 'f1' | 'recall' | 'reason'> {
  const recall = prediction === null ? null : evidenceRecall(evidence, context);
  if (prediction === null) return { f1: null, recall, reason: 'not answered' };
  if (answer === null && category !== 5) return { f1: null, recall, reason: 'no gold answer' };
  return { f1: scoreAnswer({ category, answer }, prediction), recall };
}
