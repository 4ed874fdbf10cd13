import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import { outcomes, type Outcome } from '../locomo/diagnosis/loss-ladder.ts';
import type { LossCounts, LossSummary } from '../locomo/diagnosis/summarise-losses.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

/** Outcomes that most runs have nothing of; they are shown where there is something. */
const rare: ReadonlySet<Outcome> = new Set([
  'not ranked',
  'cut by the token budget',
  'gold contested',
  'no answer',
]);

/** Where the questions of a run were lost: numbers of questions by category and outcome. */
export function lossTable(summary: LossSummary): string {
  const shown = outcomes.filter((outcome) => !rare.has(outcome) || summary.overall.outcomes[outcome] > 0);
  return table(summary, ['category (questions)', ...shown], ({ outcomes: counts }) =>
    shown.map((outcome) => String(counts[outcome])),
  );
}

/** How far the evidence of all questions came: the mean share that is left at each place, in percent. */
export function reachTable(summary: LossSummary, topK: number | null): string {
  const places = topK === null ? ['read'] : ['in passages', 'ranked', `in top-${topK}`, 'read'];
  return table(summary, ['evidence (questions)', 'with evidence', ...places], ({ reach }) => [
    String(reach.questions),
    ...[reach.inPassages, reach.ranked, reach.inTopK, reach.read].slice(-places.length).map(percent),
  ]);
}

function table(
  { byCategory, overall }: LossSummary,
  head: readonly string[],
  cells: (counts: LossCounts) => readonly string[],
): string {
  return alignNumbers([
    head,
    ...categoryIds.map((id) => [categoryLabel(id, byCategory[id].questions), ...cells(byCategory[id])]),
    [`overall (${overall.questions})`, ...cells(overall)],
  ]);
}
