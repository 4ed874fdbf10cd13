import type { CategoryTable } from '../locomo/tables/category-table.ts';
import { labellingText, nameConflicts } from '../locomo/tables/check-names.ts';
import {
  fitLabels,
  isSame,
  type Labelling,
  type RowFit,
  type TableFit,
} from '../locomo/tables/fit-labels.ts';
import { alignLeft } from './columns.ts';
import { counted } from './counted.ts';

/** What the question counts say of a row: its names are right, some other labelling is, none is, or nothing. */
export type LabelVerdict = 'as-printed' | 'renamed' | 'none' | 'unknown';

/** A table with what the question counts say of its names. */
export interface LabelReport {
  readonly table: CategoryTable;
  readonly fit: TableFit;
  readonly conflicts: readonly string[];
  /** Whether no row, and no heading, contradicts the names; null where none does and no row can be checked. */
  readonly isRight: boolean | null;
}

/** Checks the names of a table; `tolerance` is in the table's own unit. */
export function labelReport(table: CategoryTable, tolerance?: number): LabelReport {
  const fit = fitLabels(table, tolerance);
  const conflicts = nameConflicts(table.columns);
  const verdicts = fit.rows.map((row) => verdictOf(row, table));
  const known = verdicts.filter((each) => each !== 'unknown');
  const isWrong = conflicts.length > 0 || known.some((each) => each !== 'as-printed');
  const isRight = isWrong ? false : known.length > 0 || null;
  return { table, fit, conflicts, isRight };
}

/** Whether the names of several tables are right: of those that can be checked; null where none can. */
export function areRight(reports: readonly LabelReport[]): boolean | null {
  const known = reports.flatMap(({ isRight }) => isRight ?? []);
  return known.length === 0 ? null : known.every(Boolean);
}

/** What the question counts say of one row. */
export function verdictOf({ unknown, fits }: RowFit, { columns }: CategoryTable): LabelVerdict {
  if (unknown !== undefined) return 'unknown';
  const [best] = fits;
  if (best === undefined) return 'none';
  const named = columns.map((column) => column.named);
  return isSame(best.labelling, named) ? 'as-printed' : 'renamed';
}

/** The same as one JSON value a table. */
export function labelJson({ table, fit, conflicts, isRight }: LabelReport): object {
  const names = (labelling: Labelling): object =>
    Object.fromEntries(table.columns.map(({ heading }, at) => [heading, labelling[at]]));
  return {
    ...(table.title === undefined ? {} : { title: table.title }),
    right: isRight,
    ...(isRight === null ? { reason: nothingChecked } : {}),
    conflicts,
    joint: fit.joint.map(({ labelling, over, misfits }) => ({
      columns: names(labelling),
      over,
      misfits: misfits.map(({ system }) => system),
    })),
    rows: fit.rows.map((row) => ({
      system: row.row.system,
      overall: row.row.overall?.value ?? null,
      verdict: verdictOf(row, table),
      ...(row.unknown === undefined ? {} : { reason: row.unknown }),
      asPrinted: Object.fromEntries(row.printed.map(({ over, average }) => [over, average])),
      tolerance: row.tolerance,
      fits: row.fits.map(({ labelling, over, average }) => ({ columns: names(labelling), over, average })),
    })),
  };
}

/** The same for people: a line a row, the labellings that fit where the printed one does not, and all rows together. */
export function labelText(report: LabelReport): string {
  const { table, fit, conflicts } = report;
  const places = Math.max(0, ...table.rows.map(({ overall }) => overall?.places ?? 0));
  const rows = fit.rows.map((row) => {
    const near = nearestPrinted(row);
    return [
      row.row.system,
      row.row.overall === null ? '–' : row.row.overall.value.toFixed(places),
      near === undefined ? '–' : near.toFixed(2),
      near === undefined ? '–' : `±${Number(row.tolerance.toPrecision(3))}`,
      verdictText(row, table),
    ];
  });
  return [
    ...(table.title === undefined ? [] : [table.title]),
    alignLeft([['system', 'overall', 'by names', 'may differ', 'the question counts say'], ...rows]),
    ...conflicts.map((conflict) => `heading ${conflict}`),
    jointText(report),
  ].join('\n');
}

/** The average under the printed names that is nearest to the overall. */
function nearestPrinted({ row, printed }: RowFit): number | undefined {
  const overall = row.overall?.value ?? Number.NaN;
  const byDistance = printed.toSorted(
    (a, b) => Math.abs(a.average - overall) - Math.abs(b.average - overall),
  );
  return byDistance[0]?.average;
}

function verdictText(row: RowFit, table: CategoryTable): string {
  const [best] = row.fits;
  const others = new Set(row.fits.map(({ labelling }) => labelling.join())).size - 1;
  const also = others === 0 ? '' : others === 1 ? ', as does 1 other' : `, as do ${others} others`;
  const subset =
    best?.over === 'without-adversarial' && table.columns.length === 5 ? ' without adversarial' : '';
  switch (verdictOf(row, table)) {
    case 'unknown':
      return row.unknown ?? '';
    case 'none':
      return 'no labelling fits';
    case 'as-printed':
      return `the names fit${subset}${also}`;
    case 'renamed':
      return `the names do not fit; ${counted(others + 1, 'labelling')} would`;
  }
}

/** What is said of a table that tells nothing about its names. */
const nothingChecked = 'No row can be checked.';

/** At most so many labellings are spelled out. */
const shown = 5;

function jointText({ table, fit }: LabelReport): string {
  const known = fit.rows.filter(({ unknown }) => unknown === undefined).length;
  const [best] = fit.joint;
  if (best === undefined) return known === 0 ? nothingChecked : 'No labelling fits any row.';
  const lines = fit.joint.slice(0, shown).map(({ labelling, over, misfits }) => {
    const subset =
      over === 'without-adversarial' && table.columns.length === 5 ? ', without adversarial' : '';
    const except = misfits.length === 0 ? '' : ` (not: ${misfits.map(({ system }) => system).join('; ')})`;
    return `  ${labellingText(table.columns, labelling)}${subset}${except}`;
  });
  const more = fit.joint.length > shown ? [`  and ${fit.joint.length - shown} more`] : [];
  const fitted = known - best.misfits.length;
  const head = fit.joint.length === 1 ? 'One labelling fits' : `${fit.joint.length} labellings fit`;
  return [`${head} ${fitted} of ${counted(known, 'row')} together:`, ...lines, ...more].join('\n');
}
