import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import type { CategoryTable } from '../../locomo/tables/category-table.ts';
import { questionCounts } from '../../locomo/tables/question-counts.ts';
import { readTables } from '../../locomo/tables/read-tables.ts';
import { labelReport, verdictOf } from '../../report/label-report.ts';
import { readSamples } from '../support/golden.ts';
import { locomoData, sharedPath } from '../support/shared.ts';

type Scores = Record<string, number>;

interface Published {
  readonly qaF1: readonly { readonly model: string; readonly f1: Scores }[];
  readonly ragGpt35Dragon: readonly {
    readonly database: string;
    readonly topK: number;
    readonly f1: Scores;
    readonly recall: Scores;
  }[];
}

const weights: Scores = {
  'single-hop': 841,
  'multi-hop': 282,
  temporal: 321,
  'open-domain': 96,
  adversarial: 446,
};

function average(scores: Scores): number {
  const sum = Object.entries(weights).reduce(
    (total, [name, count]) => total + (scores[name] ?? NaN) * count,
    0,
  );
  return sum / 1986;
}

const file = sharedPath('spec/published.json');

const published = (): Published => JSON.parse(readFileSync(file ?? '', 'utf8'));
const rows = (): { name: string; scores: Scores }[] => [
  ...published().qaF1.map(({ model, f1 }) => ({ name: model, scores: f1 })),
  ...published().ragGpt35Dragon.flatMap(({ database, topK, f1, recall }) => [
    { name: `${database} top-${topK} F1`, scores: f1 },
    { name: `${database} top-${topK} recall`, scores: recall },
  ]),
];

const values = (table: CategoryTable | undefined): (number | undefined)[][] =>
  table?.rows.map((row) => [...row.values, row.overall].map((printed) => printed?.value)) ?? [];
const expected = (scores: readonly Scores[]): (number | undefined)[][] =>
  scores.map((each) => [...Object.keys(weights), 'overall'].map((name) => each[name]));

describe.skipIf(file === undefined)('published tables (need ../shared/spec/published.json)', () => {
  it('have an overall that follows from the categories within 0.11, in all rows but two', () => {
    expect(rows()).toHaveLength(33);
    const off = rows().filter(
      ({ scores }) => !(Math.abs(average(scores) - (scores['overall'] ?? NaN)) <= 0.11),
    );
    expect(off.map(({ name }) => name)).toEqual(['Human', 'summary top-2 recall']);
  });

  it('are the ones that ship', () => {
    const [table2, table3, recall] = shipped();
    expect(values(table2)).toEqual(expected(published().qaF1.map(({ f1 }) => f1)));
    expect(values(table3)).toEqual(expected(published().ragGpt35Dragon.map(({ f1 }) => f1)));
    expect(values(recall)).toEqual(expected(published().ragGpt35Dragon.map((row) => row.recall)));
  });
});

function shipped(): ReturnType<typeof readTables> {
  const own = path.join(packageRoot, 'data', 'published.json');
  return readTables(readFileSync(own), own);
}

it('the shipped tables fit their names, all rows but the two that fit nothing of the kind', () => {
  const misfits = shipped().flatMap((table) =>
    labelReport(table)
      .fit.rows.filter((row) => verdictOf(row, table) !== 'as-printed')
      .map(({ row }) => `${table.title}: ${row.system}`),
  );
  expect(misfits).toEqual([
    'Table 2: F1 with the conversation as context: Human',
    'Table 3: recall of the evidence: summary, top-2',
  ]);
  for (const table of shipped()) {
    const { joint } = labelReport(table).fit;
    expect(joint.map(({ labelling }) => labelling)).toEqual([table.columns.map(({ named }) => named)]);
  }
});

const data = locomoData();

it.skipIf(data === undefined)(
  'the question counts are those of the released data (needs locomo10.json)',
  () => {
    const counts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
    for (const { questions } of readSamples(data))
      for (const { category } of questions) counts[category] += 1;
    expect(counts).toEqual(questionCounts);
  },
);
