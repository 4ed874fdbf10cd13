import type { TokenVectors } from '../embedder.ts';

/** The mean of the rows of a matrix rows × dimensions, scaled to unit length. */
export function meanVector(states: Float32Array, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const [i, value] of states.entries()) {
    const column = i % dimensions;
    sum[column] = (sum[column] ?? 0) + value;
  }
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => value / length);
}

/**
 * The rows of a matrix tokens × dimensions, each scaled to unit length and quantised to 8 bits: a row's
 * scale is its largest magnitude / 127.
 */
export function quantisedRows(
  tokens: readonly string[],
  states: Float32Array,
  dimensions: number,
): TokenVectors {
  const vectors = new Int8Array(states.length);
  const scales = new Float32Array(tokens.length);
  for (let row = 0; row < tokens.length; row += 1) {
    const values = states.subarray(row * dimensions, (row + 1) * dimensions);
    let squares = 0;
    let largest = 0;
    for (const value of values) {
      squares += value * value;
      largest = Math.max(largest, Math.abs(value));
    }
    scales[row] = largest / Math.sqrt(squares) / 127;
    for (const [column, value] of values.entries())
      vectors[row * dimensions + column] = Math.round((value / largest) * 127);
  }
  return { tokens, dimensions, vectors, scales };
}
