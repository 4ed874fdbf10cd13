import type { Passage } from '../passages/passage.ts';
import type { Question } from '../sample.ts';

/** What a question was answered from, step by step. */
export interface Retrieval {
  /** The database of its conversation. */
  readonly passages: readonly Passage[];
  /** Positions of the ranked passages, best first. */
  readonly ranking: readonly number[];
  /** Ranked passages that the context was made of. */
  readonly topK: number;
  /** Ids of what was in the context: turns, or `S<n>` for all turns of a session; null where it was not recorded. */
  readonly context: readonly string[] | null;
}

/** How many evidence turns of a question came how far; each number is at most the one before. */
export interface EvidenceReach {
  /** Evidence turns that exist. */
  readonly turns: number;
  /** For which some passage stands. */
  readonly inPassages: number;
  /** For which a ranked passage stands. */
  readonly ranked: number;
  /** For which one of the best k stands. */
  readonly inTopK: number;
  /** Which were in the context. */
  readonly read: number;
}

type TurnSet = Pick<ReadonlySet<string>, 'has'>;

/** Follows the evidence of a question from the database into the context. */
export function evidenceReach(
  question: Pick<Question, 'evidenceTurns'>,
  retrieval: Retrieval,
): EvidenceReach {
  const { passages, ranking, topK, context } = retrieval;
  const turnsAt = (positions: readonly number[]): TurnSet =>
    new Set(positions.flatMap((position) => passages[position]?.turnIds ?? []));
  const places: readonly TurnSet[] = [
    new Set(passages.flatMap(({ turnIds }) => turnIds)),
    turnsAt(ranking),
    turnsAt(ranking.slice(0, topK)),
    ...(context === null ? [] : [turnsRead(context)]),
  ];
  let left = question.evidenceTurns;
  const [inPassages = 0, ranked = 0, inTopK = 0, read = inTopK] = places.map((turns) => {
    left = left.filter((id) => turns.has(id));
    return left.length;
  });
  return { turns: question.evidenceTurns.length, inPassages, ranked, inTopK, read };
}

/** The ids of a context as a set that knows the turns of a whole session, too. */
function turnsRead(context: readonly string[]): TurnSet {
  const ids = new Set(context);
  return { has: (turn) => ids.has(turn) || ids.has(`S${turn.slice(1).split(':')[0]}`) };
}
