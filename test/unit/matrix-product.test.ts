import { beforeAll, describe, expect, it } from 'vitest';
import { createMatrixProduct, type MatrixProduct } from '../../models/matrix-product.ts';

const columns = 384;

/** Numbers between -1 and 1 that repeat only after long. */
const matrix = (rows: number, start: number) =>
  Float32Array.from({ length: rows * columns }, (_, i) => Math.sin((start + i) * 1.7));

function dot(a: Float32Array, rowOfA: number, b: Float32Array, rowOfB: number): number {
  let sum = 0;
  for (let i = 0; i < columns; i += 1) sum += (a[rowOfA * columns + i] ?? 0) * (b[rowOfB * columns + i] ?? 0);
  return sum;
}

describe('matrix product', () => {
  let product: MatrixProduct;
  beforeAll(async () => {
    product = await createMatrixProduct();
  });

  it.each([
    [1, 1],
    [1, 7],
    [3, 1],
    [5, 130],
  ])('multiplies %d rows with %d held rows', async (leftRows, rows) => {
    const left = matrix(leftRows, 5);
    const right = matrix(rows, 9_000);
    const result = await product.hold(right, rows, columns).multiply(left, leftRows);
    expect(result).toHaveLength(leftRows * rows);
    for (const [i, value] of result.entries())
      expect(value).toBeCloseTo(dot(left, Math.floor(i / rows), right, i % rows), 3);
  });

  it.each([1, 3, 16, 33, 500])('gives a row the same bits in any company (%d held rows)', async (rows) => {
    const held = product.hold(matrix(rows, 40), rows, columns);
    const left = matrix(24, 77);
    const together = await held.multiply(left, 24);
    for (const count of [1, 2, 3, 7, 13]) {
      for (let first = 0; first + count <= 24; first += count) {
        const some = await held.multiply(left.subarray(first * columns, (first + count) * columns), count);
        expect(some).toEqual(together.subarray(first * rows, (first + count) * rows));
      }
    }
  });

  it('keeps several held matrices apart', async () => {
    const left = matrix(2, 3);
    const one = product.hold(matrix(4, 100), 4, columns);
    const other = product.hold(matrix(4, 200), 4, columns);
    const before = await one.multiply(left, 2);
    const [again, different] = await Promise.all([one.multiply(left, 2), other.multiply(left, 2)]);
    expect(again).toEqual(before);
    expect(different).not.toEqual(before);
  });

  it('gives nothing for no rows on either side', async () => {
    const none = new Float32Array(0);
    expect(await product.hold(none, 0, columns).multiply(matrix(2, 1), 2)).toHaveLength(0);
    expect(await product.hold(matrix(2, 1), 2, columns).multiply(none, 0)).toHaveLength(0);
  });

  it('refuses a matrix of another size than was said', async () => {
    expect(() => product.hold(matrix(2, 1), 3, columns)).toThrow(RangeError);
    await expect(product.hold(matrix(2, 1), 2, columns).multiply(matrix(1, 1), 2)).rejects.toThrow(
      RangeError,
    );
  });
});
