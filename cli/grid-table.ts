import { categoryIds } from '../locomo/categories.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
import { bestCells, bestCellsText, type BestCell } from '../report/best-cells.ts';
import { csvText } from '../report/csv.ts';
import { alignNumbers } from '../report/columns.ts';
import { counted } from '../report/counted.ts';
import { percent } from '../report/percent.ts';
import type { RunReport } from '../report/run-report.ts';
import { costText } from '../report/spending.ts';
import { spreadOf, spreadText, type Spread } from '../report/spread.ts';
import { cellName, type Cell } from './grid.ts';

/** A cell of a grid with what came of it. */
export interface MadeCell extends Pick<Cell<unknown>, 'values'> {
  readonly report: RunReport;
}

/** The repetitions of one cell: what their F1 and recall spread over; null where nothing is scored. */
export interface Repetitions extends Pick<Cell<unknown>, 'values'> {
  readonly f1: Spread | null;
  readonly recall: Spread | null;
}

/** A grid as a table of text, a row for each of its runs, and below it one for each that was repeated. */
export function gridText(pipeline: string, cells: readonly MadeCell[]): string {
  const rows = cells.map(({ values, report }) => [
    cellName({ values }),
    ...categoryIds.map((id) => percent(report.scores.f1[id])),
    ...[overallF1, overallRecall].map((of) => percent(of(report.scores))),
    costText(report),
    report.status === 'complete' ? '' : 'incomplete',
    report.run,
  ]);
  const head = ['F1 by category', ...categoryIds.map(String), 'overall', 'recall', 'cost now', '', 'run'];
  const repeated = repetitionsOf(cells).filter(({ f1 }) => (f1?.count ?? 0) > 1);
  const best = bestCellsText(bestOfGrid(cells));
  return [
    `${pipeline}: ${counted(cells.length, 'run')}`,
    alignNumbers([head, ...rows]),
    ...(best === '' ? [] : [best]),
    ...(repeated.length === 0
      ? []
      : [
          alignNumbers([
            ['mean ± deviation over repetitions', 'F1', 'recall'],
            ...repeated.map(({ values, f1, recall }) => [
              cellName({ values }) || 'all',
              spreadText(f1),
              spreadText(recall),
            ]),
          ]),
        ]),
  ].join('\n\n');
}

/** The best runs of a grid; none where runs are repetitions of each other. */
export function bestOfGrid(cells: readonly MadeCell[]): readonly BestCell[] {
  if (cells.some(({ values }) => values['replicate'] !== undefined)) return [];
  return bestCells(cells.map(({ values, report }) => ({ cell: cellName({ values }), report })));
}

/** A grid as CSV: a row for each run with the values of its parameters, F1 and recall in [0, 1], and what it cost now. */
export function gridCsv(cells: readonly MadeCell[]): string {
  const parameters = [...new Set(cells.flatMap(({ values }) => Object.keys(values)))];
  const scopes = [...categoryIds, 'overall'] as const;
  const head = [
    ...parameters,
    ...scopes.map((scope) => `f1 ${scope}`),
    ...scopes.map((scope) => `recall ${scope}`),
    'cost',
    'status',
    'run',
  ];
  const rows = cells.map(({ values, report: { scores, costUsd, status, run } }) => [
    ...parameters.map((name) => values[name] ?? ''),
    ...scopes.map((scope) => scores.f1[scope]),
    ...scopes.map((scope) => scores.recall[scope]),
    costUsd,
    status,
    run,
  ]);
  return csvText([head, ...rows]);
}

/** The cells that differ in nothing but the repetition, together. */
export function repetitionsOf(cells: readonly MadeCell[]): readonly Repetitions[] {
  const groups = new Map<string, { values: MadeCell['values']; scores: ScoreSummary[] }>();
  for (const { values, report } of cells) {
    const { replicate, ...others } = values;
    if (replicate === undefined) continue;
    const group = groups.get(cellName({ values: others })) ?? { values: others, scores: [] };
    group.scores.push(report.scores);
    groups.set(cellName({ values: others }), group);
  }
  return [...groups.values()].map(({ values, scores }) => ({
    values,
    f1: spreadOf(scores.flatMap((each) => overallF1(each) ?? [])),
    recall: spreadOf(scores.flatMap((each) => overallRecall(each) ?? [])),
  }));
}

const overallF1 = ({ f1 }: ScoreSummary): number | null => f1.overall;
const overallRecall = ({ recall }: ScoreSummary): number | null => recall.overall;
