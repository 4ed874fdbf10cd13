import type { Feature } from '../feature.ts';

/** Whether a turn ends by asking: what is asked for is seldom there. */
export const isQuestion: Feature = {
  name: 'isQuestion',
  open({ turns }) {
    const asks = Float64Array.from(turns, (turn) => (turn.asks ? 1 : 0));
    return () => asks;
  },
};

/** Where the question names one speaker: 1 for what he says himself, -1 for what the other one says. */
export const speaker: Feature = {
  name: 'speaker',
  open:
    ({ turns }) =>
    ({ about }) =>
      Float64Array.from(turns, ({ turn }) => (about === undefined ? 0 : turn.speaker === about ? 1 : -1)),
};

/** Whether a turn is one of the first two of its session, which greet. */
export const opening: Feature = {
  name: 'opening',
  open({ turns }) {
    const opens = Float64Array.from(turns, ({ before }) => (before < 2 ? 1 : 0));
    return () => opens;
  },
};

const much = 80;

/** How much a turn tells that the question does not, by the rarity of its stems; at most 1. */
export const news: Feature = {
  name: 'news',
  open({ turns, idf }) {
    const own = turns.map(({ counts }) => [...counts.keys()].map((stem) => [stem, idf(stem)] as const));
    const totals = own.map((stems) => stems.reduce((sum, [, weight]) => sum + weight, 0));
    return ({ stems }) => {
      const asked = new Set(stems);
      return Float64Array.from(own, (known, place) => {
        let rest = totals[place] ?? 0;
        for (const [stem, weight] of known) if (asked.has(stem)) rest -= weight;
        return Math.min(1, rest / much);
      });
    };
  },
};
