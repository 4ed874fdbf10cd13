import { bootstrapInterval } from './bootstrap.ts';
import { clipped, clusteredMean } from './clustered-mean.ts';
import { clustersOf } from './clusters.ts';
import { detectableDifference } from './detectable-difference.ts';
import { permuteClusters, permuteValues } from './permutation.ts';
import { twoSidedP } from './student-t.ts';

/** The scores that two systems have for one question. */
export interface ScoredPair {
  /** The conversation of the question. */
  readonly cluster: string;
  readonly first: number;
  readonly second: number;
}

/** How the interval of a difference is had, and from which chance. */
export interface ComparisonSettings {
  /** Student's t with a cluster-robust standard error, or the studentised cluster bootstrap. */
  readonly interval: 'student' | 'bootstrap';
  /** Arrangements of the permutation test by question, and samples of the bootstrap. */
  readonly samples: number;
  readonly seed: number;
}

/** Two systems on the same questions. Scores are in [0, 1]. */
export interface PairedComparison {
  readonly questions: number;
  readonly conversations: number;
  /** Means over the questions; null where there are none. */
  readonly first: number | null;
  readonly second: number | null;
  /** Second less first. */
  readonly difference: number | null;
  readonly standardError: number | null;
  /** The 95 % interval of the difference, over conversations; null with a reason. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly reason?: string;
  /** The smallest true difference that would be found with a probability of 0.8, at 5 %, two-sided. */
  readonly detectable: number | null;
  /** P values, two-sided; null where a test cannot be made. */
  readonly p: {
    /** Of the permutation test with conversations as the unit. */
    readonly byConversation: number | null;
    /** The least that it can give with so many conversations. */
    readonly smallest: number;
    /** Of the permutation test with questions as the unit: about these questions alone. */
    readonly byQuestion: number | null;
    /** Of the t test that belongs to the interval of Student's t. */
    readonly student: number | null;
  };
  /** Questions on which the second has more than the first, less, and the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Compares two systems question by question. */
export function comparePairs(pairs: readonly ScoredPair[], settings: ComparisonSettings): PairedComparison {
  const mean = (score: (pair: ScoredPair) => number): number | null =>
    pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + score(pair), 0) / pairs.length;
  const differences = pairs.map(({ cluster, first, second }) => ({ cluster, value: second - first }));
  const clusters = clustersOf(differences);
  const { mean: difference, standardError, interval, reason } = clusteredMean(clusters);
  const wins = differences.filter(({ value }) => value > 0).length;
  const losses = differences.filter(({ value }) => value < 0).length;
  const drawn = settings.interval === 'student' ? interval : bootstrapInterval(clusters, settings);
  const why = drawn === null ? (reason ?? 'too few conversations differ for a bootstrap') : undefined;
  return {
    questions: pairs.length,
    conversations: clusters.length,
    first: mean(({ first }) => first),
    second: mean(({ second }) => second),
    difference,
    standardError,
    interval: clipped(drawn, [-1, 1]),
    ...(why === undefined ? {} : { reason: why }),
    detectable: detectableDifference(standardError, clusters.length),
    p: pValues(),
    wins,
    losses,
    ties: pairs.length - wins - losses,
  };

  function pValues(): PairedComparison['p'] {
    const sums = clusters.map(({ sum }) => sum);
    const { p, smallest } = permuteClusters(sums, settings);
    const values = differences.map(({ value }) => value);
    return {
      byConversation: clusters.length < 2 ? null : p,
      smallest,
      byQuestion: pairs.length === 0 ? null : permuteValues(values, settings).p,
      student: studentP(difference, standardError, clusters.length),
    };
  }
}

function studentP(difference: number | null, standardError: number | null, clusters: number): number | null {
  if (difference === null || standardError === null) return null;
  return difference === 0 ? 1 : twoSidedP(difference / standardError, clusters - 1);
}
