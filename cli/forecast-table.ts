import { alignNumbers } from '../report/columns.ts';
import { counted, grouped } from '../report/counted.ts';
import { costText } from '../report/spending.ts';
import { cellName, type Cell } from './grid.ts';
import type { PlannedStepSpending, PlannedTotal } from './planned-spending.ts';

/** What one cell of a grid would ask, by step. */
export interface CellForecast {
  readonly run: string;
  readonly values: Cell<unknown>['values'];
  readonly steps: readonly PlannedStepSpending[];
}

type KnownStep = Extract<PlannedStepSpending, { readonly state: 'known' }>;

/** What the cells of a grid would ask, as text. */
export function forecastText(pipeline: string, cells: readonly CellForecast[], total: PlannedTotal): string {
  const known = cells.flatMap((cell) =>
    cell.steps.flatMap((step) => (step.state === 'known' ? [{ cell, step }] : [])),
  );
  const waiting = cells.flatMap(({ steps }) => steps.filter(({ state }) => state === 'unknown'));
  if (known.length + waiting.length === 0)
    return `${pipeline}: nothing is asked of a server; a run costs nothing`;
  const head = ['step', 'items', 'in the store', 'shared', 'new', ...amountNames];
  const rows = known.map(({ cell, step }) => [nameOf(cell, step), ...countsOf(step), ...amountsOf(step)]);
  const sum = ['total', '', '', '', '', ...amountsOf(total)];
  return [
    `${pipeline}: ${counted(cells.length, 'run')}; nothing was asked of a server`,
    '',
    ...(known.length === 0 ? [] : [alignNumbers([head, ...rows, ...(rows.length > 1 ? [sum] : [])]), '']),
    ...new Set(
      waiting.flatMap((step) =>
        step.state === 'unknown'
          ? [`${step.step}: not known before ${step.waitsFor.join(', ')} has run; it comes on top`]
          : [],
      ),
    ),
    'Prompts are counted by the tokeniser of the model or its stand-in, as if the provider had kept none of them;',
    'replies are taken for short ones, and in the last column for the longest. Tries that fail are not foreseen.',
  ].join('\n');
}

const amountNames = ['calls', 'input tokens', 'output tokens', 'cost', 'at most'];

function nameOf({ values }: CellForecast, { step }: KnownStep): string {
  return [cellName({ values }), step].filter(Boolean).join(' ');
}

function countsOf({ items, cached, shared, fresh }: KnownStep): readonly string[] {
  return [items, cached, shared, fresh].map(grouped);
}

function amountsOf({ expected, most }: PlannedTotal): readonly string[] {
  const { calls, tokens } = expected;
  return [
    grouped(calls.model + calls.embedding),
    grouped(tokens.input),
    grouped(tokens.output),
    costText(expected),
    costText(most),
  ];
}
