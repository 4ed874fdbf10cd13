import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../../engine/expected-error.ts';
import type { CategoryTable } from '../../../locomo/tables/category-table.ts';
import { fitLabels } from '../../../locomo/tables/fit-labels.ts';
import { readTables } from '../../../locomo/tables/read-tables.ts';
import { areRight, labelJson, labelReport, labelText, verdictOf } from '../../../report/label-report.ts';

const onlyTable = (text: string, file: string): CategoryTable => {
  const [table, ...others] = readTables(Buffer.from(text), file);
  if (table === undefined || others.length > 0) throw new Error('not one table');
  return table;
};

const verdicts = (table: CategoryTable): string[] =>
  labelReport(table).fit.rows.map((row) => verdictOf(row, table));

const five = (overall: string, n = ''): CategoryTable =>
  onlyTable(
    `system,n,single,multi,open,temporal,adversarial,overall\nA,${n},70.0,40.0,30.0,50.0,0.0,${overall}\n`,
    'own.csv',
  );
const overOf = (table: CategoryTable): unknown =>
  fitLabels(table).rows[0]?.fits.find(({ labelling }) => labelling.join() === '4,1,3,2,5')?.over;

// Averages over 1,540 questions: 841 × 70 + 282 × 40 + 96 × 30 + 321 × 50 = 89,080, or 57.84 %.
const right = 'system,single-hop,multi-hop,open-domain,temporal,overall\nA,70.0,40.0,30.0,50.0,57.8\n';
// The same figures under mem0’s names: its single is category 1, its multi 3, its open 4.
const renamed = 'system,single-hop,multi-hop,open-domain,temporal,overall\nA,40.0,30.0,70.0,50.0,57.8\n';

describe('the labellings that question counts allow', () => {
  it('are the printed names where those give the overall', () => {
    const table = onlyTable(right, 'own.csv');
    expect(verdicts(table)).toEqual(['as-printed']);
    expect(labelReport(table).isRight).toBe(true);
  });

  it('are other names where the columns were renamed, and mem0’s numbering is told by its name', () => {
    const report = labelReport(onlyTable(renamed, 'own.csv'));
    expect(report.isRight).toBe(false);
    expect(report.fit.joint.map(({ labelling }) => labelling)).toEqual([[1, 3, 4, 2]]);
    expect(labelText(report)).toContain('which is mem0’s numbering');
  });

  it('are not told where no row can be checked, whatever other tables say', () => {
    const silent = labelReport(onlyTable(right.replace('57.8', ''), 'own.csv'));
    const told = labelReport(onlyTable(right, 'own.csv'));
    const wrong = labelReport(onlyTable(renamed, 'own.csv'));
    expect(labelJson(silent)).toMatchObject({ right: null, reason: 'No row can be checked.' });
    expect(labelText(silent)).toContain('No row can be checked.');
    expect([[silent], [silent, told], [silent, told, wrong]].map(areRight)).toEqual([null, true, false]);
  });

  it('are none where the overall follows from no order of the columns', () => {
    const table = onlyTable(right.replace('57.8', '99.0'), 'own.csv');
    expect(verdicts(table)).toEqual(['none']);
    expect(fitLabels(table).joint).toEqual([]);
  });

  it('are many where columns are alike, and one for all rows together', () => {
    const table = onlyTable(`${right}B,60.0,60.0,60.0,60.0,60.0\nC,10.0,10.0,10.0,10.0,80.0\n`, 'own.csv');
    const { rows, joint } = fitLabels(table);
    expect(rows.map(({ fits }) => fits.length)).toEqual([1, 24, 0]);
    expect(joint).toMatchObject([{ labelling: [4, 1, 3, 2], misfits: [{ system: 'C' }] }]);
  });

  it('leave room for rounding as printed: half a unit of the columns and of the overall, and a tenth more', () => {
    const { rows } = fitLabels(onlyTable(right, 'own.csv'));
    expect(rows[0]?.tolerance).toBeCloseTo(0.11, 12);
    // 57.844 is printed as 57.84 or 57.8, not as 57.9 by any order of columns within half a point.
    expect(verdicts(onlyTable(right.replace('57.8', '57.9'), 'own.csv'))).toEqual(['as-printed']);
    expect(verdicts(onlyTable(right.replace('57.8', '58.0'), 'own.csv'))).toEqual(['none']);
    expect(fitLabels(onlyTable(right.replace('57.8', '58.0'), 'own.csv'), 0.2).rows[0]?.fits).toHaveLength(1);
  });

  it('are those of the questions that the overall is over: all, or the ones that have an answer', () => {
    // 89,080 / 1,986 = 44.85.
    expect([overOf(five('44.9')), overOf(five('57.8'))]).toEqual(['all', 'without-adversarial']);
    expect(overOf(five('57.8', '1540'))).toBe('without-adversarial');
    expect(overOf(five('57.8', '1986'))).toBeUndefined();
    expect(fitLabels(five('57.8', '1200')).rows[0]?.unknown).toContain('1200 questions');
  });
});

describe('a table', () => {
  it('reads alike from CSV, Markdown and JSON, under any usual names', () => {
    const markdown = [
      '# Results',
      '',
      '| Method | Single Hop | Multi-Hop | Open Domain | Temporal Reasoning | Overall |',
      '| :-- | --: | --: | --: | --: | --: |',
      '| A | **70.0** | 40.0 % | 30.0 ± 0.2 | 50.0 | 57.8 |',
      '| B | - | 40.0 | 30.0 | 50.0 | 57.8 |',
    ].join('\n');
    const json = JSON.stringify({
      title: 'Results',
      rows: [
        {
          system: 'A',
          scores: { single_hop: 70, 'multi hop': 40, open: 30, temporal: '50.0' },
          overall: 57.8,
        },
        { system: 'B', scores: { 'multi hop': 40, open: 30, temporal: 50 }, overall: 57.8 },
      ],
    });
    for (const table of [onlyTable(markdown, 'own.md'), onlyTable(json, 'own.json')]) {
      expect(table.title).toBe('Results');
      expect(verdicts(table)).toEqual(['as-printed', 'unknown']);
      expect(table.rows.map(({ system }) => system)).toEqual(['A', 'B']);
    }
    const quoted = right.replace('\nA,', '\n"A ""large"", tuned",');
    expect(onlyTable(quoted, 'own.csv').rows[0]?.system).toBe('A "large", tuned');
  });

  it('is contradicted by its own ids and question counts', () => {
    const table = onlyTable(
      'system,1 single-hop (282),2 temporal,3 multi-hop (96),4 open-domain (841),overall\nA,40.0,50.0,30.0,70.0,57.8\n',
      'own.csv',
    );
    const { conflicts } = labelReport(table);
    expect(conflicts).toHaveLength(6);
    expect(conflicts[0]).toContain('id 1 is 1 multi-hop (282)');
    expect(conflicts[1]).toContain('282 questions has 1 multi-hop (282)');
    const counted = onlyTable(`${right}questions,841,282,96,320,1540\n`, 'own.csv');
    expect(labelReport(counted).conflicts).toEqual([
      '“temporal”: no category has 320 questions; it names 2 temporal (321)',
    ]);
    expect(counted.rows).toHaveLength(1);
    // An id alone is a name.
    const byId = onlyTable('system,cat 1,cat 2,cat 3,category 4,overall\nA,40,50,30,70,57.84\n', 'own.csv');
    expect(labelReport(byId)).toMatchObject({ isRight: true, conflicts: [] });
  });

  it.each([
    ['nothing', '', 'own.csv', 'no-table'],
    ['no category', 'system,score\nA,1\n', 'own.csv', 'no-table'],
    ['a category too few', 'system,single,multi,temporal\nA,1,2,3\n', 'own.csv', 'bad-table'],
    ['a category twice', 'system,single,single hop,multi,temporal\nA,1,2,3,4\n', 'own.csv', 'bad-table'],
    ['a word for a score', right.replace('70.0', 'high'), 'own.csv', 'bad-table'],
    ['a score above 100', right.replace('70.0', '170'), 'own.csv', 'bad-table'],
    ['broken JSON', '[{"system": ', 'own.json', 'not-json'],
    ['JSON without rows', '{"a": 1}', 'own.json', 'no-table'],
  ])('with %s is refused with the place and a remedy', (_what, text, file, code) => {
    const read = (): unknown => readTables(Buffer.from(text), file);
    expect(read).toThrow(ExpectedError);
    expect(read).toThrow(
      expect.objectContaining({ code, where: expect.stringContaining(file), exitCode: 2 }),
    );
    expect(read).toThrow(expect.objectContaining({ remedy: expect.stringMatching(/\w/) }));
  });
});
