import type { Session } from '../locomo/sample.ts';
import type { Corpus } from './retriever.ts';

/** What the match of a turn that ends by asking counts: it names what the next turn tells. */
export const askingWeight = 0.8;

/**
 * Carries scores of turns over to passages: a passage scores the best of the turns it stands for, 0 where
 * the conversation has none of them.
 */
export function bestTurnOf({ sessions, passages }: Corpus): (turnScores: ArrayLike<number>) => Float64Array {
  const weights = turnWeights(sessions);
  const ids = sessions.flatMap((session) => session.turns).map((turn) => turn.id);
  const positions = new Map(ids.map((id, position) => [id, position]));
  const turnsOf = passages.map((passage) => passage.turnIds.flatMap((id) => positions.get(id) ?? []));
  return (scores) => {
    const weighed = (turn: number) => (scores[turn] ?? 0) * (weights[turn] ?? 1);
    return Float64Array.from(turnsOf, (turns) =>
      turns.reduce((best, turn) => Math.max(best, weighed(turn)), 0),
    );
  };
}

function turnWeights(sessions: readonly Session[]): number[] {
  return sessions
    .flatMap((session) => session.turns)
    .map(({ text }) => (text.trimEnd().endsWith('?') ? askingWeight : 1));
}
