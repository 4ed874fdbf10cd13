import { summarise, type ScoreSummary } from '../locomo/metrics/summarise.ts';
import { breakdown } from '../locomo/scoring/breakdown.ts';
import { repaired } from '../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';
import { givenAnswer, type ScoredQuestion } from './scored-run.ts';

/** The averages of the same answers by both protocols. */
export interface ProtocolScores {
  readonly released: ScoreSummary;
  readonly repaired: Pick<ScoreSummary, 'f1' | 'recall'>;
}

/** Micro averages over the questions of a run, not rounded. */
export function protocolScores(questions: readonly ScoredQuestion[]): ProtocolScores {
  const scored = questions.map(({ sample, question, score }) => ({
    sample,
    question,
    ...scoreQuestion({ sample, question, given: givenAnswer(score) }, repaired),
  }));
  const averages = (metric: 'f1' | 'recallShare') => {
    const { overall, withoutAdversarial, byCategory } = breakdown(
      scored.map((each) => ({ sample: each.sample, question: each.question, value: each[metric] })),
    );
    return {
      overall: overall.mean,
      withoutAdversarial: withoutAdversarial.mean,
      1: byCategory[1].mean,
      2: byCategory[2].mean,
      3: byCategory[3].mean,
      4: byCategory[4].mean,
      5: byCategory[5].mean,
    };
  };
  return {
    released: summarise(
      questions.map(({ sample, question, score: { f1, recall } }) => ({ sample, question, f1, recall })),
    ),
    repaired: { f1: averages('f1'), recall: averages('recallShare') },
  };
}
