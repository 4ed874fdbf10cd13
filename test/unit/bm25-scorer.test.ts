import { describe, expect, it } from 'vitest';
import { Bm25Scorer, countTerms, inverseDocumentFrequency } from '../../retrievers/bm25-scorer.ts';

const documents = ['otter otter sea', 'sea', 'cello sea string'].map((text) => countTerms(text.split(' ')));

describe('inverse document frequency', () => {
  it('is ln(1 + (N - n + 0.5) / (n + 0.5))', () => {
    const idf = inverseDocumentFrequency(documents);
    expect(idf('otter')).toBeCloseTo(Math.log(1 + 2.5 / 1.5));
    expect(idf('sea')).toBeCloseTo(Math.log(1 + 0.5 / 3.5));
    expect(idf('whale')).toBeCloseTo(Math.log(1 + 3.5 / 0.5));
  });
});

describe('BM25', () => {
  const scorer = new Bm25Scorer(documents, { k1: 1.2, b: 0.75 });

  it('saturates with repetition and discounts length', () => {
    const idf = Math.log(1 + 2.5 / 1.5);
    const discount = 1 - 0.75 + 0.75 * (3 / (7 / 3));
    expect([...scorer.scores(['otter'])]).toEqual([
      expect.closeTo((idf * 2 * 2.2) / (2 + 1.2 * discount)),
      0,
      0,
    ]);
    const [first = 0, second = 0] = scorer.scores(['sea']);
    expect(second).toBeGreaterThan(first);
  });

  it('adds up over the terms of a question, unknown ones adding nothing', () => {
    const [once = 0] = scorer.scores(['otter', 'whale']);
    const [twice = 0] = scorer.scores(['otter', 'otter']);
    expect(twice).toBeCloseTo(2 * once);
  });

  it('scores no documents and empty ones', () => {
    expect([...new Bm25Scorer([], { k1: 1.2, b: 0.75 }).scores(['sea'])]).toEqual([]);
    expect([...new Bm25Scorer([new Map()], { k1: 1.2, b: 0.75 }).scores(['sea'])]).toEqual([0]);
  });
});
