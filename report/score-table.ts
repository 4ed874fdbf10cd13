import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { percent } from './percent.ts';
import type { ProtocolScores } from './protocol-scores.ts';
import { reasonLines } from './reasons.ts';

/**
 * The scores of a run as a table of text: F1 and recall in percent by both protocols, with the number of questions in
 * each row. Below it the questions that have no score, with the reasons.
 */
export function scoreTable(
  { released, repaired }: ProtocolScores,
  topK: number | undefined,
  reasons: readonly string[],
): string {
  const { questions, unscored } = released;
  const row = (label: string, f1: keyof ScoreSummary['f1'], recall?: keyof ScoreSummary['recall']) => [
    label,
    ...[released, repaired].map((scores) => percent(scores.f1[f1])),
    ...(topK === undefined
      ? []
      : [released, repaired].map((scores) => (recall === undefined ? '' : percent(scores.recall[recall])))),
  ];
  const table = alignNumbers([
    ['category (questions)', 'F1', 'repaired', ...(topK === undefined ? [] : [`recall@${topK}`, 'repaired'])],
    ...categoryIds.map((id) => row(categoryLabel(id, questions[id]), id, id)),
    row(`without adversarial (${questions.overall - questions[5]})`, 'withoutAdversarial'),
    row(`overall (${questions.overall})`, 'overall', 'overall'),
  ]);
  if (unscored.overall === 0) return table;
  const verbs = unscored.overall === 1 ? 'has no score and enters' : 'have no score and enter';
  const head = `${counted(unscored.overall, 'question')} ${verbs} no average:`;
  return [table, head, ...reasonLines(reasons).map((line) => `  ${line}`)].join('\n');
}
