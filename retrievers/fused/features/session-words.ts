import { Bm25Scorer, countTerms } from '../../bm25-scorer.ts';
import { sharesOfBest, type Feature } from '../feature.ts';

const constants = { k1: 1.2, b: 0.5 };

/** BM25 of the words of the whole session. */
export const sessionWords: Feature = {
  name: 'sessionWords',
  open({ turns, sittings }) {
    const scorer = new Bm25Scorer(
      sittings.map((sitting) => countTerms(sitting.turns.flatMap(({ stems }) => stems))),
      constants,
    );
    return ({ stems }) => {
      const scores = sharesOfBest(scorer.scores(stems));
      return Float64Array.from(turns, ({ sitting }) => scores[sitting] ?? 0);
    };
  },
};
