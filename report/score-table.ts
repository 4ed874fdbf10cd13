import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { percent } from './percent.ts';
import { reasonLines } from './reasons.ts';

/**
 * The scores of a run as a table of text: F1 and recall in percent, with the number of questions in each row.
 * Below it the questions that have no score, with the reasons.
 */
export function scoreTable(
  { f1, recall, questions, unscored }: ScoreSummary,
  topK: number | undefined,
  reasons: readonly string[],
): string {
  const rows = [
    ['category (questions)', 'F1', topK === undefined ? '' : `recall@${topK}`],
    ...categoryIds.map((id) => [categoryLabel(id, questions[id]), percent(f1[id]), percent(recall[id])]),
    [`without adversarial (${questions.overall - questions[5]})`, percent(f1.withoutAdversarial), ''],
    [`overall (${questions.overall})`, percent(f1.overall), percent(recall.overall)],
  ].map((row) => (topK === undefined ? row.slice(0, 2) : row));
  const table = alignNumbers(rows);
  if (unscored.overall === 0) return table;
  const verbs = unscored.overall === 1 ? 'has no score and enters' : 'have no score and enter';
  const head = `${counted(unscored.overall, 'question')} ${verbs} no average:`;
  return [table, head, ...reasonLines(reasons).map((line) => `  ${line}`)].join('\n');
}
