import { words } from '../../../locomo/text/tokens.ts';
import { stopWords } from '../../../locomo/text/stop-words.ts';
import { Bm25Scorer, countTerms } from '../../bm25-scorer.ts';
import { sharesOfBest, type Feature } from '../feature.ts';

const constants = { k1: 1.2, b: 0.5 };
const length = 4;

/** BM25 of the runs of four letters: finds words that are spelled or derived otherwise. */
export const spelling: Feature = {
  name: 'spelling',
  open({ turns, names }) {
    const scorer = new Bm25Scorer(
      turns.map(({ text }) => countTerms(runsOf(text, names))),
      constants,
    );
    return ({ text }) => sharesOfBest(scorer.scores(runsOf(text, names)));
  },
};

function runsOf(text: string, names: ReadonlySet<string>): readonly string[] {
  return words(text)
    .filter((word) => !stopWords.has(word) && !names.has(word))
    .flatMap((word) => {
      const marked = `_${word}_`;
      if (marked.length <= length) return [marked];
      return Array.from({ length: marked.length - length + 1 }, (_, at) => marked.slice(at, at + length));
    });
}
