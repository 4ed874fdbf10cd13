import { expect, it } from 'vitest';
import { retrievalQuality } from '../../../locomo/metrics/retrieval-quality.ts';

const question = { evidenceTurns: ['D1:3', 'D2:4'] };

it('measures a ranking of turns', () => {
  const quality = retrievalQuality(question, ['D9:9', 'D2:4', 'D2:4', 'D1:1', 'D2:5'], 'turn');
  // The turn that repeats counts once: four turns, the second is evidence, and the ideal has ranks 1 and 2.
  expect(quality).toMatchObject({ recallAny: 1, recallAll: 0, precision: 1 / 4, mrr: 1 / 2 });
  expect(quality?.ndcg).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
});

it('measures the sessions that turns belong to, and sessions', () => {
  for (const context of [
    ['D9:9', 'D2:7', 'D2:8', 'D1:1'],
    ['S9', 'S2', 'S1'],
  ]) {
    const quality = retrievalQuality(question, context, 'session');
    expect(quality).toMatchObject({ recallAny: 1, recallAll: 1, precision: 2 / 3, mrr: 1 / 2 });
  }
});

it('is perfect where all evidence stands first', () => {
  expect(retrievalQuality(question, ['D2:4', 'D1:3'], 'turn')).toEqual({
    recallAny: 1,
    recallAll: 1,
    precision: 1,
    mrr: 1,
    ndcg: 1,
  });
});

it('is nothing where nothing was found', () => {
  const nothing = { recallAny: 0, recallAll: 0, precision: 0, mrr: 0, ndcg: 0 };
  expect(retrievalQuality(question, [], 'turn')).toEqual(nothing);
  expect(retrievalQuality(question, ['memory 12', 'D1:30'], 'turn')).toEqual(nothing);
});

it('is unknown where it cannot be known', () => {
  expect(retrievalQuality(question, null, 'turn')).toBeNull();
  expect(retrievalQuality({ evidenceTurns: [] }, ['D1:3'], 'session')).toBeNull();
  expect(retrievalQuality(question, ['S1'], 'turn')).toBeNull();
});
