import { average } from '../locomo/scoring/breakdown.ts';
import { repaired } from '../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';
import { percent } from './percent.ts';
import { givenAnswer, type ScoredQuestion } from './scored-run.ts';

/** The overall averages of a run under the repaired protocol, for beside the released ones. */
export function repairedLine(questions: readonly ScoredQuestion[], topK: number | undefined): string {
  const scores = questions.map(({ sample, question, score }) =>
    scoreQuestion({ sample, question, given: givenAnswer(score) }, repaired),
  );
  const f1 = percent(average(scores.map((score) => score.f1)).mean);
  const recall = percent(average(scores.map(({ recallShare }) => recallShare)).mean);
  return `repaired: overall F1 ${f1}${topK === undefined ? '' : `, recall@${topK} ${recall}`}`;
}
