import { categoryIds } from '../categories.ts';
import type { Sample } from '../sample.ts';
import { locateEvidence, turnOffsets } from './evidence-distance.ts';
import type { ScoreRow } from './score-row.ts';
import { summarise } from './summarise.ts';

/** Numbers under a released key: a category id, or a bin of 1,000 characters counted from 1. */
type Tally = { [key: string]: number };

/** What `<name>_qa_stats.json` holds for one model, under the released field names. */
export interface ReleasedStats {
  /** Questions by category. */
  readonly category_counts: Tally;
  /** Sum of F1 by category. */
  readonly cum_accuracy_by_category: Tally;
}

/** Of a run without retrieval: where in the conversation the evidence lies. */
export interface ReleasedMemoryStats extends ReleasedStats {
  /** Questions by category and distance from the start to the earliest evidence. */
  readonly category_counts_by_memory: { [category: string]: Tally };
  /** Sum of F1 over the same. */
  readonly cum_accuracy_by_category_by_memory: { [category: string]: Tally };
  /** Questions of category 1 by distance between earliest and latest evidence. */
  readonly context_length_counts: Tally;
  /** Sum of F1 over the same. */
  readonly cum_accuracy_by_context_length: Tally;
}

/** Of a run with retrieval: mean recall by category, where a question without evidence counts as 0. */
export interface ReleasedRagStats extends ReleasedStats {
  readonly recall_by_category: Tally;
}

/** The released statistics of a run without retrieval. Rows without a score are left out. */
export function releasedMemoryStats(rows: readonly ScoreRow[]): ReleasedMemoryStats {
  const stats: ReleasedMemoryStats = {
    ...releasedStats(rows),
    category_counts_by_memory: {},
    cum_accuracy_by_category_by_memory: {},
    context_length_counts: {},
    cum_accuracy_by_context_length: {},
  };
  const offsetsOf = new Map<Sample, ReadonlyMap<string, number>>();
  for (const { sample, question, f1 } of rows) {
    if (f1 === null) continue;
    const offsets = offsetsOf.get(sample) ?? turnOffsets(sample);
    offsetsOf.set(sample, offsets);
    const distance = locateEvidence(question, offsets);
    if (distance === null) continue;
    const bin = binOf(distance.toEarliest);
    add((stats.category_counts_by_memory[question.category] ??= {}), bin, 1);
    add((stats.cum_accuracy_by_category_by_memory[question.category] ??= {}), bin, f1);
    if (question.category !== 1 || distance.span === null) continue;
    add(stats.context_length_counts, binOf(distance.span), 1);
    add(stats.cum_accuracy_by_context_length, binOf(distance.span), f1);
  }
  return stats;
}

/** The released statistics of a run with retrieval. Rows without a score, or recall, are left out of it. */
export function releasedRagStats(rows: readonly ScoreRow[]): ReleasedRagStats {
  const stats: ReleasedRagStats = { ...releasedStats(rows), recall_by_category: {} };
  const { recall } = summarise(rows);
  for (const id of categoryIds) {
    const mean = recall[id];
    if (mean !== null) stats.recall_by_category[id] = mean;
  }
  return stats;
}

function releasedStats(rows: readonly ScoreRow[]): ReleasedStats {
  const stats: ReleasedStats = { category_counts: {}, cum_accuracy_by_category: {} };
  for (const { question, f1 } of rows) {
    if (f1 === null) continue;
    add(stats.category_counts, question.category, 1);
    add(stats.cum_accuracy_by_category, question.category, f1);
  }
  return stats;
}

function add(tally: Tally, key: number, amount: number): void {
  tally[key] = (tally[key] ?? 0) + amount;
}

/** Bin 1 holds up to 1,000 characters; bin 0 none, as where all evidence is one turn. */
function binOf(characters: number): number {
  return Math.ceil(characters / 1000);
}
