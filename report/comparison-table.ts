import { shownValue } from '../engine/shown.ts';
import { categoryLabel, categoryName } from '../locomo/categories.ts';
import { questionName } from '../locomo/scoring/answered-question.ts';
import { alignLeft, alignNumbers } from './columns.ts';
import type { ComparisonRow, SystemComparison } from './comparison.ts';
import { metricName } from './comparison-metric.ts';
import { verdictOf } from './comparison-verdict.ts';
import { counted, grouped } from './counted.ts';
import { flips } from './flips.ts';
import { intervalText, points, pText } from './points.ts';

/** The letter of a system in tables: A for the first. */
export function systemLetter(place: number): string {
  return place < 26 ? String.fromCharCode(65 + place) : `S${place + 1}`;
}

/** A comparison as text: the verdict, a table with a row for each scope, and the questions that flipped most. */
export function comparisonText(comparison: SystemComparison, shownFlips: number): string {
  const { metric, rows, unscored } = comparison;
  const [first, second] = [systemLetter(comparison.first), systemLetter(comparison.second)];
  const head = [
    'category (questions)',
    first,
    second,
    `${second}-${first}`,
    '95 % interval',
    'p',
    'Holm',
    'can show',
    'better/worse/same',
  ];
  return [
    `${metricName(metric)}, ${second} against ${first}: ${verdictOf(comparison, { first, second }).text}`,
    '',
    alignNumbers([head, ...rows.map(cells)]),
    ...(unscored === 0 ? [] : [`${counted(unscored, 'question')} without a score in one of both: left out`]),
    ...notes(rows),
    ...flipLines(comparison, shownFlips),
  ].join('\n');
}

function cells(row: ComparisonRow): readonly string[] {
  const { first, second, difference, interval, pValue, holm, detectable, wins, losses, ties } = row;
  return [
    scopeLabel(row),
    points(first),
    points(second),
    points(difference, true),
    intervalText(interval),
    pText(pValue),
    pText(holm),
    points(detectable),
    `${wins}/${losses}/${ties}`,
  ];
}

function scopeLabel({ scope, questions }: ComparisonRow): string {
  if (typeof scope === 'number') return categoryLabel(scope, questions);
  return `${scope === 'overall' ? 'overall' : 'without adversarial'} (${questions})`;
}

/** What the columns mean, with what is particular to this comparison. */
function notes(rows: readonly ComparisonRow[]): readonly string[] {
  const overall = rows.find(({ scope }) => scope === 'overall');
  if (overall === undefined || overall.difference === null) return [];
  const { conversations, p, reason, family, holm } = overall;
  const byQuestion = `by question, about these questions alone, overall ${pText(p.byQuestion)}`;
  if (holm === null) return [`interval, p: none, as ${reason ?? 'there is no test'}; ${byQuestion}`];
  const tests = [...new Set(rows.map(({ test }) => test))].map((test) =>
    test === 'student' ? 'Student’s t' : 'a permutation of whole conversations',
  );
  const categories = Math.max(0, ...rows.map((row) => (typeof row.scope === 'number' ? row.family : 0)));
  return [
    `interval: over conversations like these ${conversations}. p: ${tests.join(', or ')}; ${byQuestion}`,
    `Holm: overall over ${counted(family, 'test')}, by category over ${categories}. can show: the smallest true difference that is found four times in five`,
  ];
}

function flipLines({ scored }: SystemComparison, shown: number): readonly string[] {
  const all = flips(scored);
  const top = all.slice(0, shown);
  if (all.length === 0) return [];
  const rows = top.map(({ answered, first, second }) => [
    `  ${questionName(answered)}`,
    `${points(first)} → ${points(second)}`,
    `${answered.question.category} ${categoryName(answered.question.category)}`,
    shownValue(answered.question.question),
  ]);
  const left = all.length - top.length;
  const head = `flipped most (${top.length} of ${grouped(all.length)} that differ${left === 0 ? '' : `; ${grouped(left)} are not shown`})`;
  return ['', head, ...(rows.length === 0 ? [] : [alignLeft(rows)])];
}
