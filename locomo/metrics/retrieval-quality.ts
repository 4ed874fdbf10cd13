import type { Question } from '../sample.ts';

/** How good a ranking is for one question, each in [0, 1]. Evidence is relevant, everything else is not. */
export interface RetrievalQuality {
  /** 1 where any evidence was found. */
  readonly recallAny: number;
  /** 1 where all of it was found. */
  readonly recallAll: number;
  /** The share of what was found that is evidence; 0 where nothing was found, as in trec_eval. */
  readonly precision: number;
  /** One over the rank of the first evidence; 0 without one. */
  readonly mrr: number;
  /** Discounted cumulative gain over that of all evidence ranked first (Järvelin and Kekäläinen 2002). */
  readonly ndcg: number;
}

/** The levels at which a ranking is looked at. */
export type RetrievalLevel = 'turn' | 'session';

/**
 * The quality of a ranking of turns, or of the sessions that its ids belong to. Ids that repeat count once, where
 * they stand first. Null where no context was recorded, no evidence names a turn that exists, or sessions were
 * retrieved and turns are asked about.
 */
export function retrievalQuality(
  { evidenceTurns }: Pick<Question, 'evidenceTurns'>,
  context: readonly string[] | null,
  level: RetrievalLevel,
): RetrievalQuality | null {
  if (context === null || evidenceTurns.length === 0) return null;
  if (level === 'turn' && context.some((id) => id.startsWith('S'))) return null;
  const unit = level === 'turn' ? (id: string): string => id : sessionOf;
  return rankingQuality(new Set(evidenceTurns.map(unit)), [...new Set(context.map(unit))]);
}

function rankingQuality(relevant: ReadonlySet<string>, ranking: readonly string[]): RetrievalQuality {
  const ranks = ranking.flatMap((id, index) => (relevant.has(id) ? [index + 1] : []));
  const ideal = Array.from(relevant, (_, index) => index + 1);
  const [first] = ranks;
  return {
    recallAny: first === undefined ? 0 : 1,
    recallAll: ranks.length === relevant.size ? 1 : 0,
    precision: ranking.length === 0 ? 0 : ranks.length / ranking.length,
    mrr: first === undefined ? 0 : 1 / first,
    ndcg: gain(ranks) / gain(ideal),
  };
}

function gain(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}

/** The `12` of `D12:7` and of `S12`. */
function sessionOf(id: string): string {
  return id.replace(/:.*/s, '').slice(1);
}
