import { grouped } from './counted.ts';
import { alignNumbers } from './columns.ts';
import { costText, type Spending } from './spending.ts';

/** What a step has spent in this run, and what its content cost when it was made. */
export interface StepSpending extends Spending {
  readonly step: string;
  readonly made: Spending;
}

/** Calls, tokens and dollars of each step that asks a model over the network, as a table of text; empty where none does. */
export function ledgerTable(steps: readonly StepSpending[]): string {
  const asking = steps.filter((step) => isPaid(step) || isPaid(step.made));
  if (asking.length === 0) return '';
  const rows = asking.map((step) => [
    step.step,
    grouped(step.calls.model + step.calls.embedding),
    grouped(step.tokens.input),
    grouped(step.tokens.context),
    grouped(step.tokens.cachedInput),
    grouped(step.tokens.output),
    costText(step),
    costText(step.made),
  ]);
  const head = [
    'model calls',
    'now',
    'input tokens',
    'of context',
    'cached',
    'output tokens',
    'cost now',
    'when made',
  ];
  return alignNumbers([head, ...rows]);
}

/** Local models count no tokens and have no price. */
function isPaid({ tokens, costUsd, unpricedCalls }: Spending): boolean {
  return tokens.input + tokens.output + costUsd + unpricedCalls > 0;
}
