import { wordOverlap } from '../locomo/metrics/word-overlap.ts';
import type { AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import type { Protocol } from '../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';

/** What systems can be compared by. */
export const comparisonMetrics = ['f1', 'recall', 'exact'] as const;

export type ComparisonMetric = (typeof comparisonMetrics)[number];

const names: { readonly [metric in ComparisonMetric]: string } = {
  f1: 'F1',
  recall: 'recall',
  exact: 'exact match',
};

/** The name of a metric for people. */
export function metricName(metric: ComparisonMetric): string {
  return names[metric];
}

/**
 * What a question adds to the average of a metric, in [0, 1]; null where it is left out of it. Recall is compared
 * only where a context was recorded, whatever the protocol gives for one that was not.
 */
export function metricScore(
  answered: AnsweredQuestion,
  metric: ComparisonMetric,
  protocol: Protocol,
): number | null {
  const { f1, recallShare } = scoreQuestion(answered, protocol);
  switch (metric) {
    case 'f1':
      return f1;
    case 'recall':
      return answered.given.context === null ? null : recallShare;
    case 'exact':
      return f1 === null ? null : exactScore(answered);
  }
}

/** Whether the answer is the gold one; category 5 has none to be compared with. */
function exactScore({ question, given }: AnsweredQuestion): number | null {
  return wordOverlap(question, given.prediction ?? '')?.exactMatch ?? null;
}
