import { releasedMemoryStats } from '../metrics/released-stats.ts';
import type { ScoreRow } from '../metrics/score-row.ts';
import type { Average } from './breakdown.ts';

/** F1 of the questions whose evidence lies in one bin of 1,000 characters. */
export interface DistanceBin extends Average {
  /** The bin holds distances from 1,000 × (bin − 1), exclusive, to 1,000 × bin characters; bin 0 holds 0. */
  readonly bin: number;
}

/** F1 by where the evidence lies, in the bins of the released statistics, in order; empty bins are left out. */
export interface ByDistance {
  /** By the characters from the start of the conversation to the earliest evidence, over all categories. */
  readonly toEarliest: readonly DistanceBin[];
  /** By the characters from the earliest to the latest evidence, in category 1. */
  readonly span: readonly DistanceBin[];
}

/** Bins scores as the released statistics do. */
export function byDistance(rows: readonly ScoreRow[]): ByDistance {
  const stats = releasedMemoryStats(rows);
  const { category_counts_by_memory: counts, cum_accuracy_by_category_by_memory: sums } = stats;
  return {
    toEarliest: bins(Object.values(counts), Object.values(sums)),
    span: bins([stats.context_length_counts], [stats.cum_accuracy_by_context_length]),
  };
}

type Tally = { readonly [bin: string]: number };

function bins(counts: readonly Tally[], sums: readonly Tally[]): DistanceBin[] {
  const total = (tallies: readonly Tally[], bin: string): number =>
    tallies.reduce((whole, tally) => whole + (tally[bin] ?? 0), 0);
  const names = [...new Set(counts.flatMap((tally) => Object.keys(tally)))];
  return names
    .toSorted((a, b) => Number(a) - Number(b))
    .map((name) => {
      const [sum, count] = [total(sums, name), total(counts, name)];
      return { bin: Number(name), sum, count, mean: sum / count };
    });
}
