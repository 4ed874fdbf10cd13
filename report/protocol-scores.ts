import { summarise, type ScoreSummary } from '../locomo/metrics/summarise.ts';
import { average } from '../locomo/scoring/breakdown.ts';
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
    score: scoreQuestion({ sample, question, given: givenAnswer(score) }, repaired),
  }));
  const averages = (metric: 'f1' | 'recallShare') => {
    const values = scored.map(({ question, score }) => ({
      category: question.category,
      value: score[metric],
    }));
    const mean = (some: typeof values): number | null => average(some.map(({ value }) => value)).mean;
    const of = (id: number): number | null => mean(values.filter(({ category }) => category === id));
    return {
      overall: mean(values),
      withoutAdversarial: mean(values.filter(({ category }) => category !== 5)),
      1: of(1),
      2: of(2),
      3: of(3),
      4: of(4),
      5: of(5),
    };
  };
  return {
    released: summarise(
      questions.map(({ sample, question, score: { f1, recall } }) => ({ sample, question, f1, recall })),
    ),
    repaired: { f1: averages('f1'), recall: averages('recallShare') },
  };
}
