import { categoryIds, categoryLabel } from '../../locomo/categories.ts';
import { answerable, type Measured, type Tally } from './measure.ts';

/** One line per category and the control, in per cent with the number of questions, for named measurements. */
export function measuredTable(columns: readonly (readonly [name: string, measured: Measured])[]): string {
  const rows: readonly (readonly [name: string, of: (measured: Measured) => Tally | undefined])[] = [
    ...categoryIds.map((id) => {
      const total = columns.reduce((sum, [, { byCategory }]) => sum + (byCategory.get(id)?.count ?? 0), 0);
      return [categoryLabel(id, total), ({ byCategory }: Measured) => byCategory.get(id)] as const;
    }),
    ['categories 1–4, micro average', answerable],
    ['control: category 4 as a choice of two, gold kept', ({ control }) => control],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(16))].join(' ');
  return [
    line(
      '',
      columns.map(([name]) => name),
    ),
    ...rows.map(([name, of]) =>
      line(
        name,
        columns.map(([, measured]) => cellOf(of(measured))),
      ),
    ),
  ].join('\n');
}

function cellOf(tally: Tally | undefined): string {
  return tally === undefined || tally.count === 0
    ? '–'
    : `${((100 * tally.sum) / tally.count).toFixed(1)} (${tally.count})`;
}
