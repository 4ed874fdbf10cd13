import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import type { BoundedScore, ErrataView } from '../locomo/errata/three-ways.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { percent } from './percent.ts';

/**
 * The same answers scored by each view of the errata, in percent, each beside its ceiling: what a perfect system can
 * reach. A score above its ceiling is marked, and told below.
 */
export function errataTable(views: readonly ErrataView[]): string {
  const [first] = views;
  if (first === undefined) return '';
  const cells = (of: (view: ErrataView) => BoundedScore): readonly string[] =>
    views.flatMap((view) => {
      const { score, ceiling, aboveCeiling, questions } = of(view);
      return [String(questions), `${percent(score)}${aboveCeiling ? ' !' : ''}`, percent(ceiling)];
    });
  const rows = [
    ['category (questions)', ...views.flatMap(({ view }) => ['n', view, 'ceiling'])],
    ...categoryIds.map((id) => [
      categoryLabel(id, first.byCategory[id].questions),
      ...cells(({ byCategory }) => byCategory[id]),
    ]),
    [
      `without adversarial (${first.withoutAdversarial.questions})`,
      ...cells(({ withoutAdversarial }) => withoutAdversarial),
    ],
    [`overall (${first.overall.questions})`, ...cells(({ overall }) => overall)],
  ];
  const above = views
    .flatMap((view) => [...Object.values(view.byCategory), view.withoutAdversarial, view.overall])
    .filter(({ aboveCeiling }) => aboveCeiling).length;
  const table = alignNumbers(rows);
  if (above === 0) return table;
  return `${table}\n! ${counted(above, 'score')} above the ceiling: ${above === 1 ? 'it agrees' : 'they agree'} with golds that are held to be wrong.`;
}
