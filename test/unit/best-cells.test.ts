import { expect, it } from 'vitest';
import { bestCells, bestCellsText } from '../../report/best-cells.ts';
import { csvText } from '../../report/csv.ts';
import type { QuestionResult } from '../../report/run-report.ts';
import { seededRandom } from '../../locomo/statistics/random.ts';

/** Ten conversations of forty questions, scored by `f1`. */
function results(f1: (conversation: number, question: number) => number | null): readonly QuestionResult[] {
  return Array.from({ length: 400 }, (_, at) => ({
    sample_id: `conv-${at % 10}`,
    qa_index: Math.floor(at / 10),
    category: at % 2 === 0 ? 1 : 4,
    prediction: '',
    context: [],
    f1: f1(at % 10, at),
    recall: null,
  }));
}

const random = seededRandom(7);
const noise = Array.from({ length: 400 }, () => random.uniform());
const base = results((_, at) => (noise[at] ?? 0) * 0.5);

it('names the best cell where the questions tell it from all others', () => {
  const better = results((_, at) => (noise[at] ?? 0) * 0.5 + 0.05);
  const best = bestCells([
    { cell: 'a', report: { results: base } },
    { cell: 'b', report: { results: better } },
  ]);
  expect(best.map(({ scope }) => scope)).toEqual(['1', '4', 'overall']);
  expect(best.every(({ cell, notTold }) => cell === 'b' && notTold.length === 0)).toBe(true);
  expect(best.at(-1)?.questions).toBe(400);
  expect(bestCellsText(best)).toContain('ahead of all others');
});

it('names no winner where the difference may be chance', () => {
  const other = seededRandom(8);
  const shuffled = results(() => other.uniform() * 0.5);
  const best = bestCells([
    { cell: 'a', report: { results: base } },
    { cell: 'b', report: { results: shuffled } },
  ]);
  expect(best.at(-1)?.notTold).toHaveLength(1);
  expect(bestCellsText(best)).toContain('no winner: not told from 1 of the others');
});

it('compares on the questions that every run has a score for, and nothing where there are none', () => {
  const part = results((conversation, at) => (conversation < 5 ? (noise[at] ?? 0) : null));
  const best = bestCells([
    { cell: 'a', report: { results: base } },
    { cell: 'b', report: { results: part } },
  ]);
  expect(best.at(-1)?.questions).toBe(200);
  const none = results(() => null);
  expect(
    bestCells([
      { cell: 'a', report: { results: base } },
      { cell: 'b', report: { results: none } },
    ]),
  ).toEqual([]);
  expect(bestCells([{ cell: 'a', report: { results: base } }])).toEqual([]);
  expect(bestCellsText([])).toBe('');
});

it('writes CSV that no spreadsheet takes for formulas', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['x, "y"', 0.5],
      ['=1+1', null],
      ['-5', -5],
      ['line\nbreak', 1],
    ]),
  ).toBe(`a,b\r\n"x, ""y""",0.5\r\n'=1+1,\r\n'-5,-5\r\n"line\nbreak",1\r\n`);
});
