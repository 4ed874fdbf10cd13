import { describe, expect, it } from 'vitest';
import { meanVector, quantisedRows } from '../../models/minilm/pooling.ts';

describe('meanVector', () => {
  it('averages the rows and scales to unit length', () => {
    expect(Array.from(meanVector(Float32Array.of(1, 8, 5, 0), 2))).toEqual([
      Math.fround(0.6),
      Math.fround(0.8),
    ]);
  });
});

describe('quantisedRows', () => {
  it('scales each row to unit length and its largest magnitude to 127', () => {
    const { tokens, dimensions, vectors, scales } = quantisedRows(
      ['up', 'down'],
      Float32Array.of(3, 4, 0, -2),
      2,
    );
    expect({ tokens, dimensions }).toEqual({ tokens: ['up', 'down'], dimensions: 2 });
    expect(Array.from(vectors)).toEqual([95, 127, 0, -127]);
    expect(Array.from(scales)).toEqual([Math.fround(0.8 / 127), Math.fround(1 / 127)]);
  });

  it('has no rows for no tokens', () => {
    expect(quantisedRows([], new Float32Array(0), 2).scales).toHaveLength(0);
  });
});
