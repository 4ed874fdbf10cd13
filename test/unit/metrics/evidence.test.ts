import { describe, expect, it } from 'vitest';
import { locateEvidence, turnOffsets } from '../../../locomo/metrics/evidence-distance.ts';
import { evidenceRecall } from '../../../locomo/metrics/evidence-recall.ts';
import { aQuestion, aSample } from './fiction.ts';

describe('evidenceRecall', () => {
  it('counts evidence among the retrieved ids, listed twice twice', () => {
    expect(evidenceRecall(['D1:1', 'D2:3'], ['D2:3', 'D9:9'])).toBe(0.5);
    expect(evidenceRecall(['D1:1', 'D1:1', 'D2:3'], ['D1:1'])).toBe(2 / 3);
  });

  it('compares sessions where summaries were retrieved', () => {
    expect(evidenceRecall(['D1:1', 'D12:3'], ['S12', 'S3'])).toBe(0.5);
    expect(evidenceRecall(['D1:1'], ['S12'])).toBe(0);
  });

  it('takes a released string as it is', () => {
    expect(evidenceRecall(['D8:6; D9:17'], ['D8:6', 'D9:17'])).toBe(0);
    expect(evidenceRecall(['D30:05'], ['D30:5'])).toBe(0);
  });

  it('is 1 where there was nothing to find, and 0 where nothing came back', () => {
    expect(evidenceRecall([], ['D1:1'])).toBe(1);
    expect(evidenceRecall(['D1:1'], null)).toBe(1);
    expect(evidenceRecall(['D1:1'], [])).toBe(0);
  });
});

describe('locateEvidence', () => {
  // Lines of 10, 8, 10 and 7 characters: "Mira: ", the text and a line break.
  const offsets = turnOffsets(aSample([['abc', '🎉'], ['x\ny'], ['']]));
  const locate = (...evidence: string[]): unknown =>
    locateEvidence(aQuestion({ category: 1, evidence }), offsets);

  it('counts code points and line breaks up to and including the turn', () => {
    expect([...offsets]).toEqual([
      ['D1:1', 10],
      ['D1:2', 18],
      ['D2:1', 28],
      ['D3:1', 35],
    ]);
  });

  it('takes the first turn of the first session and the last of the last', () => {
    expect(locate('D2:1', 'D1:2', 'D1:1')).toEqual({ toEarliest: 10, span: 18 });
    expect(locate('D1:2')).toEqual({ toEarliest: 18, span: 0 });
  });

  it('reads strings that are no single id as the released code does', () => {
    expect(locate('(D1:1)')).toEqual({ toEarliest: 10, span: 0 });
    expect(locate('D1:01')).toEqual({ toEarliest: 10, span: 0 });
    expect(locate('D1:7; D9:2')).toEqual({ toEarliest: 18, span: 0 });
    expect(locate('', 'D1:1')).toEqual({ toEarliest: 10, span: 0 });
  });

  it('gives up on unreadable strings and missing turns', () => {
    expect(locate()).toBeNull();
    expect(locate('D')).toBeNull();
    expect(locate('D1:1', 'D:11:26')).toBeNull();
    expect(locate('D4:36')).toBeNull();
    expect(locate('D1:1', 'D4:36')).toEqual({ toEarliest: 10, span: null });
  });
});
