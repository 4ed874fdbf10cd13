import type { Rate } from '../statistics/rate.ts';

/** An answer that may be held back. */
export interface HoldableAnswer {
  /** In [0, 1]. */
  readonly score: number;
  readonly abstained: boolean;
  /** Higher is surer; undefined where the system does not say. */
  readonly confidence: number | undefined;
}

/** What is risked where the surest answers alone are given. */
export interface RiskPoint {
  /**
   * The most confident answers; all answers but abstentions, as they were given; or also the abstentions, which are wrong
   * where there is an answer.
   */
  readonly policy: 'most confident' | 'as answered' | 'abstention is an error';
  /** The least confidence among the answers that count; null where some of them have none. */
  readonly threshold: number | null;
  /** Answers that count, of all. */
  readonly coverage: Rate;
  /** One minus their mean score. */
  readonly risk: number;
}

/** The trade of answers for errors over all thresholds of confidence. */
export interface RiskCoverage {
  /** Answers that are no abstention, and how many of them have a confidence. */
  readonly answers: number;
  readonly withConfidence: number;
  /** By rising coverage. */
  readonly points: readonly RiskPoint[];
  /** The area under the curve, in [0, 1]: lower is better, and a random order has the risk at full coverage. */
  readonly area: number | null;
  /** Why there is no area. */
  readonly reason?: string;
}

/**
 * The risk–coverage curve (El-Yaniv and Wiener, JMLR 11, 2010): answers count from the surest on, equally sure ones in
 * one step, then those without a confidence in one step, and the abstentions last. The area is the sum of the
 * risks, each times the coverage that its step adds (Geifman, Uziel and El-Yaniv, ICLR 2019, but for ties).
 */
export function riskCoverage(all: readonly HoldableAnswer[]): RiskCoverage {
  const answers = all.filter(({ abstained }) => !abstained);
  const sure = answers.flatMap(({ confidence, score }) =>
    confidence === undefined ? [] : [{ confidence, score }],
  );
  const byConfidence = new Map<number, number[]>();
  for (const { confidence, score } of sure)
    byConfidence.set(confidence, [...(byConfidence.get(confidence) ?? []), score]);
  const steps = [
    ...[...byConfidence].map(([threshold, scores]) => ({ threshold, scores })).toSorted(bySurest),
    {
      threshold: null,
      scores: answers.flatMap(({ confidence, score }) => (confidence === undefined ? [score] : [])),
    },
    { threshold: null, scores: all.flatMap(({ abstained }) => (abstained ? [0] : [])) },
  ].filter(({ scores }) => scores.length > 0);
  let count = 0;
  let sum = 0;
  let area = 0;
  const points = steps.map(({ threshold, scores }): RiskPoint => {
    count += scores.length;
    for (const score of scores) sum += score;
    const risk = 1 - sum / count;
    area += (risk * scores.length) / all.length;
    return { policy: policyAt(count, answers.length), threshold, coverage: { count, of: all.length }, risk };
  });
  const facts = { answers: answers.length, withConfidence: sure.length, points };
  return sure.length === 0
    ? { ...facts, area: null, reason: 'no answer has a confidence' }
    : { ...facts, area };
}

const bySurest = (a: { readonly threshold: number }, b: { readonly threshold: number }): number =>
  b.threshold - a.threshold;

function policyAt(count: number, answers: number): RiskPoint['policy'] {
  if (count === answers) return 'as answered';
  return count < answers ? 'most confident' : 'abstention is an error';
}
