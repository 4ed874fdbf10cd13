import type { Category } from '../sample.ts';
import type { EvidenceReach } from './evidence-reach.ts';
import type { Loss, Outcome } from './loss-ladder.ts';

/** The mean share of a question's evidence that came so far, each in [0, 1]; null where no question has evidence. */
export interface MeanReach {
  /** Questions with evidence. */
  readonly questions: number;
  readonly inPassages: number | null;
  readonly ranked: number | null;
  readonly inTopK: number | null;
  readonly read: number | null;
}

/** What became of a set of questions. */
export interface LossCounts {
  readonly questions: number;
  readonly outcomes: { readonly [outcome in Outcome]: number };
  /** Of all questions, also those that were answered right. */
  readonly reach: MeanReach;
}

export interface LossSummary {
  readonly byCategory: { readonly [id in Category]: LossCounts };
  readonly overall: LossCounts;
}

/** Counts where questions were lost, and how far their evidence came, by category. */
export function summariseLosses(losses: readonly Loss[]): LossSummary {
  const of = (id: Category): LossCounts => lossCounts(losses.filter(({ category }) => category === id));
  return { byCategory: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) }, overall: lossCounts(losses) };
}

function lossCounts(losses: readonly Loss[]): LossCounts {
  const count = (outcome: Outcome): number => losses.filter((loss) => loss.outcome === outcome).length;
  const reaches = losses.map(({ evidence }) => evidence).filter(({ turns }) => turns > 0);
  return {
    questions: losses.length,
    outcomes: {
      right: count('right'),
      'in no passage': count('in no passage'),
      'not ranked': count('not ranked'),
      'below k': count('below k'),
      'cut by the token budget': count('cut by the token budget'),
      'answered wrong': count('answered wrong'),
      'gold contested': count('gold contested'),
      'no answer': count('no answer'),
    },
    reach: {
      questions: reaches.length,
      inPassages: meanShare(reaches, ({ inPassages }) => inPassages),
      ranked: meanShare(reaches, ({ ranked }) => ranked),
      inTopK: meanShare(reaches, ({ inTopK }) => inTopK),
      read: meanShare(reaches, ({ read }) => read),
    },
  };
}

function meanShare(reaches: readonly EvidenceReach[], of: (reach: EvidenceReach) => number): number | null {
  if (reaches.length === 0) return null;
  return reaches.reduce((sum, reach) => sum + of(reach) / reach.turns, 0) / reaches.length;
}
