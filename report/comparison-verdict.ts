import { significant, type ComparisonRow, type SystemComparison } from './comparison.ts';
import { metricName } from './comparison-metric.ts';
import { grouped } from './counted.ts';
import { intervalText, pText, points } from './points.ts';

/** Which of two systems is better, if that can be said, and the sentence that says it. */
export interface Verdict {
  /** A winner is named only where the interval does not contain 0 and p is at most 0.05 after Holm's correction. */
  readonly winner: 'first' | 'second' | null;
  readonly text: string;
}

/** The verdict over all questions of a comparison, with the systems under these names. */
export function verdictOf(
  { rows, metric }: SystemComparison,
  names: { readonly first: string; readonly second: string },
): Verdict {
  const row = rows.find(({ scope }) => scope === 'overall');
  if (row === undefined || row.difference === null)
    return { winner: null, text: `no verdict: no question has ${metricName(metric)} in both` };
  const winner = winnerOf(row);
  if (winner === null) return { winner, text: noWinner(row, names) };
  const sign = winner === 'second' ? 1 : -1;
  const [better, worse] = winner === 'second' ? [names.second, names.first] : [names.first, names.second];
  const by = `${better} is ${points(Math.abs(row.difference))} points better than ${worse}`;
  return { winner, text: `${by} (95 % interval ${intervalText(row.interval, sign)}, ${pOf(row)})` };
}

function winnerOf({ interval, holm, difference }: ComparisonRow): Verdict['winner'] {
  if (interval === null || holm === null || holm > significant || difference === null) return null;
  if (interval[0] > 0) return 'second';
  return interval[1] < 0 ? 'first' : null;
}

function noWinner(row: ComparisonRow, { first, second }: Parameters<typeof verdictOf>[1]): string {
  const { wins, losses, difference, interval, detectable, questions, reason } = row;
  if (wins + losses === 0) return `no difference: the same score on each of ${grouped(questions)} questions`;
  const found = `${second} less ${first} is ${points(difference, true)} points`;
  if (interval === null)
    return `no verdict: ${found} on ${grouped(questions)} questions, but ${reason ?? ''}`;
  return [
    `no difference that ${grouped(questions)} questions can show: ${found}`,
    ` (95 % interval ${intervalText(interval)}, ${pOf(row)});`,
    ` to be seen four times in five it would have to be ${points(detectable)}`,
  ].join('');
}

function pOf({ holm, family }: ComparisonRow): string {
  return family > 1 ? `Holm’s p ${pText(holm)}` : `p ${pText(holm)}`;
}
