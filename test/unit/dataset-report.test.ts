import { expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { reportDataset } from '../../locomo/dataset/report.ts';
import { inventedSample } from '../support/fiction.ts';

it('counts what a file holds, its repairs by kind, and what evidence each database covers', () => {
  const sample = inventedSample();
  sample.session_summary.session_2_summary = '';
  const first = {
    ...sample.qa[0],
    question: 'What leaks?',
    category: 4,
    answer: 'the boat',
    evidence: ['D2:1; D1:1'],
  };
  const second = { question: 'Which tree?', category: 1, answer: 'pear', evidence: ['D1:1'] };
  sample.qa = [first, second];
  sample.observation.session_1_observation.Lina = [];
  const report = reportDataset(loadDataset(Buffer.from(JSON.stringify([sample])), 'own.json'));

  expect(report).toMatchObject({
    samples: 1,
    sessions: 2,
    turns: 3,
    observations: 2,
    summaries: 2,
    questions: 2,
  });
  expect(report.questionsByCategory).toEqual([
    { category: 1, questions: 1 },
    { category: 4, questions: 1 },
  ]);
  expect(report.repairs.map(({ kind, count }) => [kind, count])).toEqual([
    ['evidence-split', 1],
    ['observations-absent', 2],
    ['memory-empty', 1],
  ]);
  const coverage = report.databases.map(({ database, passages, released, repaired }) => [
    database,
    passages,
    released.mean,
    repaired.mean,
  ]);
  expect(coverage).toEqual([
    ['dialog', 3, 0.5, 1],
    ['observation', 2, 0, 0.25],
    ['summary', 1, 0.5, 0.75],
  ]);
  expect(report.databases[1]?.repaired.byCategory).toEqual([
    { category: 1, questions: 1, mean: 0, entries: 1, covered: 0 },
    { category: 4, questions: 1, mean: 0.5, entries: 2, covered: 1 },
  ]);
});

it('gives no mean where there is no evidence', () => {
  const sample = inventedSample();
  sample.qa = [];
  const report = reportDataset(loadDataset(Buffer.from(JSON.stringify([sample])), 'own.json'));
  expect(report.databases[0]?.repaired).toEqual({
    questions: 0,
    mean: null,
    entries: 0,
    covered: 0,
    byCategory: [],
  });
});
