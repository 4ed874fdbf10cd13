import type { WindowDecay } from '../../turn-windows.ts';
import type { Conversation } from '../conversation.ts';
import { sharesOfBest, spreadOut, type Feature } from '../feature.ts';
import type { TokenMatches } from '../token-matches.ts';

const decay: WindowDecay = { before: [0.8, 0.55, 0.35], after: [0.65, 0.4, 0.2] };

/** Cosines at and below which two word pieces have nothing in common: near a turn, and in a whole session. */
const [floor, sessionFloor] = [0.35, 0.45];

/** What a question's pieces find in a turn and those around it, by rarity; each counts where it is nearest. */
export const softCoverage: Feature = {
  name: 'softCoverage',
  needs: 'tokens',
  open: ({ turns, sittings }) => {
    const reach = [
      [0, 1] as const,
      ...decay.before.map((weight, index) => [-index - 1, weight] as const),
      ...decay.after.map((weight, index) => [index + 1, weight] as const),
    ];
    const windows = turns.map(({ sitting, before, place }) => {
      const length = sittings[sitting]?.turns.length ?? 0;
      return reach
        .filter(([offset]) => before + offset >= 0 && before + offset < length)
        .map(([offset, weight]) => ({ place: place + offset, weight }));
    });
    return ({ tokens }) =>
      weighed(tokens, turns.length, (cosines) => {
        const near = nearness(cosines, floor);
        return (turn) => {
          let best = 0;
          for (const { place, weight } of windows[turn] ?? [])
            best = Math.max(best, weight * (near[place] ?? 0));
          return best;
        };
      });
  },
};

/** Late interaction: the best cosine of a turn to each piece of the question, by rarity. */
export const maxSim: Feature = {
  name: 'maxSim',
  needs: 'tokens',
  open:
    ({ turns }) =>
    ({ tokens }) =>
      spreadOut(weighed(tokens, turns.length, (cosines) => (turn) => cosines[turn] ?? 0)),
};

/** The best of these in the whole session, by what is clearly alike. */
export const sessionMaxSim: Feature = {
  name: 'sessionMaxSim',
  needs: 'tokens',
  open:
    ({ turns, sittings }: Conversation) =>
    ({ tokens }) => {
      const own = weighed(tokens, turns.length, (cosines) => {
        const near = nearness(cosines, sessionFloor);
        return (turn) => near[turn] ?? 0;
      });
      const best = sittings.map((sitting) =>
        sitting.turns.reduce((most, { place }) => Math.max(most, own[place] ?? 0), 0),
      );
      return sharesOfBest(Float64Array.from(turns, ({ sitting }) => best[sitting] ?? 0));
    },
};

/** The cosine of the whole question with a turn and the one before it. */
export const meaning: Feature = {
  name: 'meaning',
  needs: 'tokens',
  open:
    ({ turns }) =>
    ({ tokens }) =>
      tokens === undefined ? new Float64Array(turns.length) : spreadOut(tokens.meaning),
};

function nearness(cosines: Float32Array, least: number): Float32Array {
  return cosines.map((cosine) => Math.max(0, (cosine - least) / (1 - least)));
}

/** The mean over the pieces of a question, by rarity, of what each finds in a turn. */
function weighed(
  tokens: TokenMatches | undefined,
  size: number,
  finds: (cosines: Float32Array) => (turn: number) => number,
): Float64Array {
  const scores = new Float64Array(size);
  const total = tokens?.pieces.reduce((sum, { idf }) => sum + idf, 0) ?? 0;
  for (const { idf, cosines } of tokens?.pieces ?? []) {
    const found = finds(cosines);
    const weight = idf / total;
    for (let turn = 0; turn < size; turn++) scores[turn] = (scores[turn] ?? 0) + weight * found(turn);
  }
  return scores;
}
