import { describe, expect, it } from 'vitest';
import { nearest } from '../../engine/nearest.ts';

describe('nearest', () => {
  const names = ['window', 'bm25', 'dense', 'observation'];

  it.each([
    ['windw', 'window'],
    ['WINDOW', 'window'],
    ['bm52', 'bm25'],
    ['bm2', 'bm25'],
    ['denes', 'dense'],
    ['densee', 'dense'],
    ['obsrvations', 'observation'],
    ['faiss', undefined],
    ['', undefined],
  ])('reads %j as %j', (typed, meant) => {
    expect(nearest(typed, names)).toBe(meant);
  });

  it('takes the first of equally near names, and none of no names', () => {
    expect(nearest('cot', ['cat', 'cut'])).toBe('cat');
    expect(nearest('cat', [])).toBeUndefined();
  });
});
