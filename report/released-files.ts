import type { Json } from '../engine/json.ts';
import { releasedMemoryStats, releasedRagStats } from '../locomo/metrics/released-stats.ts';
import { roundAsPython } from '../locomo/metrics/round.ts';
import { roundScore } from '../locomo/metrics/score-answer.ts';
import { predictionKey, type RunFacts } from './run-facts.ts';
import type { ScoredQuestion } from './scored-run.ts';

/** What `<name>_qa.json` holds: the question objects as released, with what the run predicted. */
export function releasedResults(questions: readonly ScoredQuestion[], facts: RunFacts): Json {
  const key = predictionKey(facts);
  const samples = new Map<string, Json[]>();
  for (const { sample, question, score } of questions) {
    const predicted: { [field: string]: Json } = {
      [`${key}_prediction`]: score.prediction,
      [`${key}_f1`]: rounded(score.category, score.f1),
    };
    if (facts.retrieval !== undefined) {
      predicted[`${key}_prediction_context`] = score.context;
      predicted[`${key}_recall`] = roundedRecall(score.recall);
    }
    if (score.reason !== undefined) predicted[`${key}_reason`] = score.reason;
    const rows = samples.get(sample.sampleId) ?? [];
    rows.push({ ...question.released, ...predicted });
    samples.set(sample.sampleId, rows);
  }
  return [...samples].map(([sampleId, qa]) => ({ sample_id: sampleId, qa }));
}

/** What `<name>_qa_stats.json` holds: the released statistics under the run's key. */
export function releasedStatistics(questions: readonly ScoredQuestion[], facts: RunFacts): object {
  const rows = questions.map(({ sample, question, score }) => ({
    sample,
    question,
    f1: rounded(score.category, score.f1),
    recall: roundedRecall(score.recall),
  }));
  return {
    [predictionKey(facts)]:
      facts.retrieval === undefined ? releasedMemoryStats(rows) : releasedRagStats(rows),
  };
}

/** The released files hold scores to three places. */
function rounded(category: ScoredQuestion['score']['category'], f1: number | null): number | null {
  return f1 === null ? null : roundScore(category, f1);
}

function roundedRecall(recall: number | null): number | null {
  return recall === null ? null : roundAsPython(recall);
}
