import type { WindowDecay } from '../../turn-windows.ts';
import type { Conversation, PreparedTurn } from '../conversation.ts';
import type { Feature } from '../feature.ts';

const decay: WindowDecay = { before: [0.75, 0.5, 0.3], after: [0.4, 0.2, 0.1] };

/** The share of a question's stems, by rarity, that a turn and those around it hold; a stem counts where it is nearest. */
export const coverage: Feature = { name: 'coverage', open: openCoverage };

/** The same for other features. */
export function openCoverage(conversation: Conversation): ReturnType<Feature['open']> {
  const places = placesOf(conversation.turns);
  const { idf, turns, sittings } = conversation;
  const reach = [
    [0, 1] as const,
    ...decay.before.map((weight, index) => [index + 1, weight] as const),
    ...decay.after.map((weight, index) => [-index - 1, weight] as const),
  ];
  return ({ stems }) => {
    const scores = new Float64Array(turns.length);
    const distinct = [...new Set(stems)];
    const total = distinct.reduce((sum, stem) => sum + idf(stem), 0);
    for (const stem of distinct) {
      const best = new Map<number, number>();
      for (const place of places.get(stem) ?? []) {
        const turn = turns[place];
        const session = turn === undefined ? undefined : sittings[turn.sitting];
        if (turn === undefined || session === undefined) continue;
        for (const [offset, weight] of reach) {
          const at = turn.before + offset;
          if (at < 0 || at >= session.turns.length) continue;
          best.set(place + offset, Math.max(best.get(place + offset) ?? 0, weight));
        }
      }
      const weight = idf(stem) / total;
      for (const [place, nearness] of best) scores[place] = (scores[place] ?? 0) + weight * nearness;
    }
    return scores;
  };
}

function placesOf(turns: readonly PreparedTurn[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { counts, place } of turns)
    for (const stem of counts.keys()) {
      const found = places.get(stem);
      if (found) found.push(place);
      else places.set(stem, [place]);
    }
  return places;
}
