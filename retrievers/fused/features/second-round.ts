import { Bm25Scorer } from '../../bm25-scorer.ts';
import { sharesOfBest, type Feature } from '../feature.ts';
import { topHits } from '../../top-hits.ts';

const constants = { k1: 1.2, b: 0.5 };

/** Turns that are looked at, and stems that are taken from them. */
const [turnsRead, stemsTaken] = [4, 12];

/** BM25 of the rarest new stems of the turns that match best: a second search with what the first one found. */
export const secondRound: Feature = {
  name: 'secondRound',
  open({ turns, idf }) {
    const scorer = new Bm25Scorer(
      turns.map(({ counts }) => counts),
      constants,
      idf,
    );
    return ({ stems }) => {
      const asked = new Set(stems);
      const weights = new Map<string, number>();
      for (const { position, score } of topHits(scorer.scores(stems), turnsRead)) {
        if (score <= 0) continue;
        for (const stem of turns[position]?.counts.keys() ?? [])
          if (!asked.has(stem)) weights.set(stem, (weights.get(stem) ?? 0) + score * idf(stem));
      }
      const taken = [...weights]
        .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .slice(0, stemsTaken);
      return sharesOfBest(scorer.scores(taken.map(([stem]) => stem)));
    };
  },
};
