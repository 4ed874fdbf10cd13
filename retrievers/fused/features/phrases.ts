import type { Feature } from '../feature.ts';

/** The share of a question's pairs of neighbouring stems that stand so in a turn. */
export const phrases: Feature = {
  name: 'phrases',
  open({ turns }) {
    const own = turns.map(({ stems }) => new Set(pairs(stems)));
    return ({ stems }) => {
      const asked = pairs(stems);
      return Float64Array.from(own, (known) => {
        let shared = 0;
        for (const pair of asked) if (known.has(pair)) shared += 1;
        return asked.length === 0 ? 0 : shared / asked.length;
      });
    };
  },
};

function pairs(stems: readonly string[]): readonly string[] {
  return stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`);
}
