import { Bm25Scorer } from '../../bm25-scorer.ts';
import { neighbour, type Conversation, type PreparedTurn } from '../conversation.ts';
import { sharesOfBest, type Feature } from '../feature.ts';

const constants = { k1: 1.2, b: 0.5 };

/** What the words of the turns before count, the nearest first. */
const decay = [0.6, 0.3];

/** BM25 of the words of a turn and, at a discount, of the two before it. */
export const windowWords: Feature = {
  name: 'windowWords',
  open(conversation) {
    const { turns, idf } = conversation;
    const scorer = new Bm25Scorer(
      turns.map((turn) => countsWithThoseBefore(conversation, turn)),
      constants,
      idf,
    );
    return ({ stems }) => sharesOfBest(scorer.scores(stems));
  },
};

function countsWithThoseBefore(conversation: Conversation, turn: PreparedTurn): ReadonlyMap<string, number> {
  const counts = new Map(turn.counts);
  for (const [index, weight] of decay.entries())
    for (const [stem, count] of neighbour(conversation, turn, -index - 1)?.counts ?? [])
      counts.set(stem, (counts.get(stem) ?? 0) + weight * count);
  return counts;
}
