import type { CheckedModel } from '../models/check-model.ts';
import type { Alias } from '../models/catalog/catalog.ts';
import type { ModelFacts } from '../models/catalog/model-facts.ts';
import type { Problem } from '../models/problem.ts';
import type { ProviderState } from '../models/provider-state.ts';
import { shownDuration } from '../models/remote/shown-duration.ts';
import { shortened } from '../models/remote/shortened.ts';
import { alignLeft, alignNumbers } from '../report/columns.ts';
import { grouped } from '../report/counted.ts';
import { costText, spendingOf } from '../report/spending.ts';

/** What is known of models and of whoever serves them. */
export interface ModelsOverview {
  /** When windows and prices were looked up. */
  readonly asOf: string;
  readonly providers: readonly ProviderState[];
  readonly models: readonly ModelFacts[];
  /** What the released names mean; none where models were named. */
  readonly aliases: { readonly [name: string]: Alias };
  /** What came of tiny calls; absent where none was to be made. */
  readonly checked?: readonly CheckedModel[];
}

/** The overview as text. */
export function modelsText({ asOf, providers, models, aliases, checked }: ModelsOverview): string {
  return [
    providers.length === 0 ? '' : providersTable(providers),
    ...providers.map(({ name, problem }) => problemText(name, problem)),
    models.length === 0 ? '' : `${factsTable(models)}\n\nPrices are of ${asOf}; - is not known.`,
    aliasTable(aliases),
    checked === undefined ? '' : checkText(checked),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function providersTable(providers: readonly ProviderState[]): string {
  const rows = providers.map(({ name, problem, key, address, served }) => [
    name,
    problem === undefined ? 'ready' : 'not ready',
    key ?? '-',
    [address ?? '-', ...(served === null ? [] : [`(serves ${grouped(served.length)})`])].join(' '),
  ]);
  return alignLeft([['provider', 'state', 'key in', 'server'], ...rows]);
}

function problemText(name: string, problem: Problem | undefined): string {
  if (problem === undefined) return '';
  const { message, remedy } = problem;
  return [`${name} is not ready: ${message}`, ...(remedy === undefined ? [] : [`  ${remedy}`])].join('\n');
}

function factsTable(models: readonly ModelFacts[]): string {
  const rows = models.map(({ name, contextTokens, replyTokens, price }) => [
    name,
    tokensText(contextTokens),
    tokensText(replyTokens),
    dollarsText(price?.input),
    dollarsText(price?.cachedInput),
    // Of embeddings there is no output.
    dollarsText(price?.output === 0 ? undefined : price?.output),
  ]);
  return alignNumbers([
    ['model', 'window', 'longest reply', '$/M input', '$/M cached', '$/M output'],
    ...rows,
  ]);
}

function tokensText(tokens: number | null): string {
  return tokens === null ? '-' : grouped(tokens);
}

function dollarsText(dollars: number | undefined): string {
  return dollars === undefined ? '-' : dollars.toFixed(3).replace(/0$/, '');
}

function aliasTable(aliases: ModelsOverview['aliases']): string {
  const rows = Object.entries(aliases).map(([name, { model, about }]) => [name, model, about]);
  return rows.length === 0 ? '' : alignLeft([['released name', 'now means', ''], ...rows]);
}

function checkText(checked: readonly CheckedModel[]): string {
  if (checked.length === 0) return 'No model was tried: no provider is ready with a model that is known.';
  return checked
    .map(({ model, reply, problem, milliseconds, notes }) => {
      const spent = `${shownDuration(milliseconds)}, ${costText(spendingOf(notes))}`;
      if (problem === undefined) return `${model} answers “${shortened(reply ?? '')}” (${spent})`;
      const { message, remedy } = problem;
      return [
        `${model} does not answer: ${message} (${spent})`,
        ...(remedy === undefined ? [] : [`  ${remedy}`]),
      ].join('\n');
    })
    .join('\n');
}
