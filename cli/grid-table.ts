import { categoryIds } from '../locomo/categories.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
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
  return [
    `${pipeline}: ${counted(cells.length, 'run')}`,
    alignNumbers([head, ...rows]),
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
