import type { Category } from '../sample.ts';
import type { CategoryTable, Printed, TableRow } from './category-table.ts';
import { questionCounts } from './question-counts.ts';

/** The category that each column of a table really holds. */
export type Labelling = readonly Category[];

/** Which questions an overall is the average of: all, or those of categories 1 to 4. */
export type Population = 'all' | 'without-adversarial';

/** A labelling under which the average over questions is the overall that was printed. */
export interface Fit {
  readonly labelling: Labelling;
  readonly over: Population;
  /** The average over questions. */
  readonly average: number;
}

/** What the question counts say of a row. */
export interface RowFit {
  readonly row: TableRow;
  /** Why nothing can be said of it. */
  readonly unknown?: string;
  /** The averages under the printed names: over all questions, and over those of categories 1 to 4. */
  readonly printed: readonly Fit[];
  /** How far average and overall may lie apart, because both were rounded. */
  readonly tolerance: number;
  /** Everything that fits, the printed names first. */
  readonly fits: readonly Fit[];
}

/** A labelling for a whole table, over the same questions in every row. */
export interface JointFit {
  readonly labelling: Labelling;
  readonly over: Population;
  /** The rows that it does not fit. */
  readonly misfits: readonly TableRow[];
}

/** What the question counts say of a table. */
export interface TableFit {
  readonly rows: readonly RowFit[];
  /** The labellings that fit the most rows, the printed names first; none where they fit no row. */
  readonly joint: readonly JointFit[];
}

/**
 * Finds the labellings of the columns under which each overall is the average over questions: the mean of the
 * columns, weighted by the question counts of the categories that they are taken for.
 *
 * An average of figures that were rounded to a unit is off by half a unit at most, and so is the overall; a tenth
 * more is allowed for figures that were rounded twice. Units are those of the whole table, because a file may have
 * dropped a zero at the end. `tolerance` sets another bound.
 */
export function fitLabels(table: CategoryTable, tolerance?: number): TableFit {
  const named = table.columns.map((column) => column.named);
  const candidates = [named, ...permutations(named).filter((each) => !isSame(each, named))];
  const allowed = tolerance ?? roundingOf(table);
  const rows = table.rows.map((row) => fitRow(row, candidates, allowed));
  return { rows, joint: jointFits(rows, candidates) };
}

/** How far an average and its overall may lie apart because both were rounded. */
function roundingOf({ rows }: CategoryTable): number {
  const units = unitOf(rows.flatMap(({ values }) => values)) + unitOf(rows.map(({ overall }) => overall));
  return 1.1 * (units / 2);
}

/** The last decimal that numbers were printed to. */
function unitOf(printed: readonly (Printed | null)[]): number {
  return 10 ** -Math.max(0, ...printed.map((each) => each?.places ?? 0));
}

function jointFits(rows: readonly RowFit[], candidates: readonly Labelling[]): readonly JointFit[] {
  const known = rows.filter(({ unknown }) => unknown === undefined);
  const all = candidates.flatMap((labelling) =>
    (['all', 'without-adversarial'] as const).map((over): JointFit => {
      const fits = (row: RowFit): boolean =>
        row.fits.some((fit) => fit.over === over && isSame(fit.labelling, labelling));
      return { labelling, over, misfits: known.filter((row) => !fits(row)).map(({ row }) => row) };
    }),
  );
  const fewest = Math.min(...all.map(({ misfits }) => misfits.length));
  return fewest === known.length ? [] : all.filter(({ misfits }) => misfits.length === fewest);
}

/** Whether two labellings are one. */
export function isSame(left: Labelling, right: Labelling): boolean {
  return left.every((category, column) => category === right[column]);
}

function fitRow(row: TableRow, candidates: readonly Labelling[], tolerance: number): RowFit {
  const [named = []] = candidates;
  const { overall } = row;
  const { values, unknown } = readable(row);
  if (unknown !== undefined || overall === null)
    return { row, unknown: unknown ?? 'no overall is printed', printed: [], tolerance, fits: [] };
  const populations = populationsOf(row, named);
  const averagesOf = (labelling: Labelling): Fit[] =>
    populations.map((over) => ({ labelling, over, average: averageOf(values, labelling, over) }));
  const isNear = ({ average }: Fit): boolean => Math.abs(average - overall.value) <= tolerance + 1e-9;
  return {
    row,
    printed: averagesOf(named),
    tolerance,
    fits: candidates.flatMap((labelling) => averagesOf(labelling).filter(isNear)),
  };
}

/** The values of a row, or why it cannot be read. */
function readable({ values, n }: TableRow): { values: readonly Printed[]; unknown?: string } {
  const printed = values.filter((value) => value !== null);
  if (printed.length < values.length) return { values: printed, unknown: 'a category is not printed' };
  const sizes = [sizeOf('all'), sizeOf('without-adversarial')];
  if (n !== undefined && !sizes.includes(n))
    return { values: printed, unknown: `it is over ${n} questions, not ${sizes.join(' or ')}` };
  return { values: printed };
}

/** The questions that a row's overall can be over, as its columns and its own count have it. */
function populationsOf({ n }: TableRow, named: Labelling): readonly Population[] {
  const all: readonly Population[] = named.includes(5)
    ? ['all', 'without-adversarial']
    : ['without-adversarial'];
  return n === undefined ? all : all.filter((over) => sizeOf(over) === n);
}

function averageOf(values: readonly Printed[], labelling: Labelling, over: Population): number {
  let [sum, questions] = [0, 0];
  for (const [column, category] of labelling.entries()) {
    if (over === 'without-adversarial' && category === 5) continue;
    sum += (values[column]?.value ?? Number.NaN) * questionCounts[category];
    questions += questionCounts[category];
  }
  return sum / questions;
}

function sizeOf(over: Population): number {
  const { 5: adversarial, ...others } = questionCounts;
  const answerable = Object.values(others).reduce((sum, count) => sum + count, 0);
  return over === 'all' ? answerable + adversarial : answerable;
}

function permutations(items: Labelling): Labelling[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
