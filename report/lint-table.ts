import { categoryLabel } from '../locomo/categories.ts';
import type { DatabaseLint, LintReport, SampleFinding } from '../locomo/lint/report.ts';
import { alignLeft, alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { driftTable } from './drift-table.ts';
import { percent } from './percent.ts';

/** A lint as text: what was found by kind, the evidence that is covered, and the drift where there is one. */
export function lintText({ databases, drift }: LintReport): string {
  return [
    ...databases.map(databaseText),
    ...(drift.length === 0 ? [] : [driftTable(drift, 'conversation')]),
  ].join('\n\n');
}

function databaseText(lint: DatabaseLint): string {
  const { database, memories, samples, faulty, counts } = lint;
  const head = `${memoriesText(database, memories)} of ${counted(samples.length, 'conversation')}`;
  const rows = counts.map(({ kind, meaning, count }) => [`  ${count}`, kind, meaning]);
  return [
    counts.length === 0 ? `${head}: nothing was found.` : `${head}; ${faulty} of them with findings`,
    ...(counts.length === 0 ? [] : [alignLeft(rows)]),
    // Without questions there is no evidence to cover.
    ...(lint.released.questions === 0 ? [] : ['', coverageTable(lint)]),
  ].join('\n');
}

function memoriesText(database: DatabaseLint['database'], count: number): string {
  if (database === 'observation') return counted(count, 'observation');
  return count === 1 ? '1 summary' : `${count} summaries`;
}

/** The share of the evidence that some memory stands for, in percent: what recall cannot exceed. */
function coverageTable({ released, repaired }: DatabaseLint): string {
  const categories = released.byCategory.map(({ category, questions, ...coverage }) => ({
    label: categoryLabel(category, questions),
    coverage,
    repairedMean: repaired.byCategory.find((other) => other.category === category)?.mean ?? null,
  }));
  const overall = {
    label: `overall (${released.questions})`,
    coverage: released,
    repairedMean: repaired.mean,
  };
  return alignNumbers([
    ['evidence covered, % (questions)', 'mean', 'repaired', 'of entries'],
    ...[...categories, overall].map(({ label, coverage, repairedMean }) => [
      `  ${label}`,
      percent(coverage.mean),
      percent(repairedMean),
      percent(coverage.entries === 0 ? null : coverage.covered / coverage.entries),
    ]),
  ]);
}

/** Each finding in a line: where, what, whose ids, and the text. */
export function findingsText(findings: readonly SampleFinding[]): string {
  return alignLeft(
    findings.map(({ sampleId, session, memory, speaker, kind, ids, text, support, repeats }) => [
      `  ${sampleId}`,
      memory ?? `session ${session}`,
      speaker ?? '',
      kind,
      [
        ...ids,
        ...(support === undefined ? [] : [`${percent(support)} %`]),
        ...(repeats === undefined ? [] : [`= ${repeats}`]),
      ].join(' '),
      text === '' ? '' : JSON.stringify(text),
    ]),
  );
}
