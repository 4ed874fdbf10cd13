import type { TokenVectors } from '../embedder.ts';

/** The mean of the rows of a matrix rows × dimensions, scaled to unit length. */
export function meanVector(states: Float32Array, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let start = 0; start < states.length; start += dimensions)
    for (let i = 0; i < dimensions; i += 1) sum[i] = (sum[i] ?? 0) + (states[start + i] ?? 0);
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
    const start = row * dimensions;
    let squares = 0;
    let largest = 0;
    for (let i = start; i < start + dimensions; i += 1) {
      const value = states[i] ?? 0;
      squares += value * value;
      largest = Math.max(largest, Math.abs(value));
    }
    scales[row] = largest / Math.sqrt(squares) / 127;
    for (let i = start; i < start + dimensions; i += 1)
      vectors[i] = Math.round(((states[i] ?? 0) / largest) * 127);
  }
  return { tokens, dimensions, vectors, scales };
}
