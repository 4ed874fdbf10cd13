import { describe, expect, it } from 'vitest';
import { categoryLabel } from '../../../locomo/categories.ts';
import { releasedMemoryStats, releasedRagStats } from '../../../locomo/metrics/released-stats.ts';
import type { ScoreRow } from '../../../locomo/metrics/score-row.ts';
import { summarise } from '../../../locomo/metrics/summarise.ts';
import type { Question } from '../../../locomo/sample.ts';
import { aQuestion, aSample } from './fiction.ts';

const sample = aSample([['a'.repeat(993)], ['b'.repeat(500)]]); // D1:1 ends at 1,000, D2:1 at 1,507

function aRow(
  question: Partial<Question> & Pick<Question, 'category'>,
  f1: ScoreRow['f1'],
  recall: ScoreRow['recall'],
): ScoreRow {
  return { sample, question: aQuestion(question), f1, recall };
}

const rows = [
  aRow({ category: 1, evidence: ['D1:1', 'D2:1'] }, 0.5, 1),
  aRow({ category: 1, evidence: ['D2:1'] }, 1, 0.5),
  aRow({ category: 2 }, null, 0),
  aRow({ category: 3, evidence: [] }, 0.25, 1),
  aRow({ category: 5 }, 1, null),
];

describe('summarise', () => {
  it('averages over questions and leaves out what has no score', () => {
    expect(summarise(rows)).toEqual({
      f1: { overall: 2.75 / 4, withoutAdversarial: 1.75 / 3, 1: 0.75, 2: null, 3: 0.25, 4: null, 5: 1 },
      // The question without evidence adds 0.
      recall: { overall: 1.5 / 4, 1: 0.75, 2: 0, 3: 0, 4: null, 5: null },
      questions: { overall: 4, 1: 2, 2: 0, 3: 1, 4: 0, 5: 1 },
      unscored: { overall: 1, 1: 0, 2: 1, 3: 0, 4: 0, 5: 0 },
    });
  });

  it('has no averages of nothing', () => {
    const { f1, recall, questions } = summarise([]);
    expect([f1.overall, f1.withoutAdversarial, recall.overall, questions.overall]).toEqual([
      null,
      null,
      null,
      0,
    ]);
  });
});

describe('released statistics', () => {
  it('bin by thousands of characters before the evidence, and between its ends', () => {
    expect(releasedMemoryStats(rows)).toEqual({
      category_counts: { 1: 2, 3: 1, 5: 1 },
      cum_accuracy_by_category: { 1: 1.5, 3: 0.25, 5: 1 },
      category_counts_by_memory: { 1: { 1: 1, 2: 1 }, 5: { 1: 1 } },
      cum_accuracy_by_category_by_memory: { 1: { 1: 0.5, 2: 1 }, 5: { 1: 1 } },
      context_length_counts: { 0: 1, 1: 1 },
      cum_accuracy_by_context_length: { 0: 1, 1: 0.5 },
    });
  });

  it('hold the recall of a run with retrieval', () => {
    expect(releasedRagStats(rows)).toEqual({
      category_counts: { 1: 2, 3: 1, 5: 1 },
      cum_accuracy_by_category: { 1: 1.5, 3: 0.25, 5: 1 },
      recall_by_category: { 1: 0.75, 2: 0, 3: 0 },
    });
  });
});

describe('categoryLabel', () => {
  it('prints id, name and count together', () => {
    expect(categoryLabel(1, 282)).toBe('1 multi-hop (282)');
    expect(categoryLabel(4, 0)).toBe('4 single-hop (0)');
  });
});
