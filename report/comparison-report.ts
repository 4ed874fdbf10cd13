import { protocols } from '../locomo/scoring/protocol.ts';
import type { ComparisonSettings } from '../locomo/statistics/paired-comparison.ts';
import type { SystemComparison } from './comparison.ts';
import { comparisonMetrics, metricScore } from './comparison-metric.ts';
import { systemLetter } from './comparison-table.ts';
import { verdictOf } from './comparison-verdict.ts';
import { flipRecord, flips } from './flips.ts';
import type { ReferenceScore } from './reference-table.ts';
import type { SharedQuestions } from './shared-questions.ts';

/** What a comparison was made of and how. */
export interface ComparisonFacts extends ComparisonSettings {
  readonly data: { readonly file: string; readonly sha256: string };
  readonly protocol: string;
  readonly flips: number;
  readonly referenceLines: readonly ReferenceScore[];
  readonly warnings: readonly string[];
}

/** Comparisons as one object for machines. Scores and differences are rates in [0, 1] and [-1, 1]. */
export function comparisonReport(
  { systems, questions, digest, leftOut }: SharedQuestions,
  comparisons: readonly SystemComparison[],
  facts: ComparisonFacts,
) {
  const { data, protocol, interval, samples, seed, referenceLines, warnings } = facts;
  return {
    systems: systems.map(({ name }, place) => ({
      letter: systemLetter(place),
      name,
      leftOut: leftOut[place] ?? 0,
    })),
    data,
    protocol,
    interval,
    samples,
    seed,
    questions,
    questionSet: digest,
    comparisons: comparisons.map((comparison) => {
      const [first, second] = [systemLetter(comparison.first), systemLetter(comparison.second)];
      const differing = flips(comparison.scored);
      return {
        metric: comparison.metric,
        first,
        second,
        verdict: verdictOf(comparison, { first, second }),
        rows: comparison.rows,
        unscored: comparison.unscored,
        differing: differing.length,
        flips: differing.slice(0, facts.flips).map(flipRecord),
      };
    }),
    referenceLines,
    warnings,
  };
}

/** A JSON line for each question: what it is, and the scores of all systems in their order, null where there is none. */
export function comparisonLines({ systems }: SharedQuestions, protocol: keyof typeof protocols): string {
  const answers = systems[0]?.answers ?? [];
  const lines = answers.map(({ sample, question }, place) => {
    const scores = comparisonMetrics.map((metric) => [
      metric,
      systems.map((system) => {
        const answered = system.answers[place];
        return answered === undefined ? null : metricScore(answered, metric, protocols[protocol]);
      }),
    ]);
    return {
      sample_id: sample.sampleId,
      qa_index: question.index,
      category: question.category,
      ...Object.fromEntries(scores),
    };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
