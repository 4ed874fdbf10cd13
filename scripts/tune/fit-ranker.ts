/** The candidates of one question: a row of features for each, and which of them are wanted. */
export interface RankingExample {
  /** rows × width, row after row. */
  readonly features: Float32Array;
  /** The rows that are wanted. */
  readonly wanted: readonly number[];
  readonly rows: number;
}

export interface RankerSettings {
  readonly iterations: number;
  readonly stepSize: number;
  /** How much large weights cost. */
  readonly ridge: number;
}

/**
 * Weights of a linear ranker: each wanted row is to win a softmax against all rows that are not wanted, the other
 * wanted ones removed. Full-batch Adam from `start`; the same input gives the same weights.
 */
export function fitRanker(
  examples: readonly RankingExample[],
  start: readonly number[],
  { iterations, stepSize, ridge }: RankerSettings,
): number[] {
  const useful = examples.filter(({ wanted, rows }) => wanted.length > 0 && wanted.length < rows);
  const width = start.length;
  const weights = Float64Array.from(start);
  const mean = new Float64Array(width);
  const square = new Float64Array(width);
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const gradient = new Float64Array(width);
    for (const example of useful) addGradient(example, weights, gradient);
    // The last third takes smaller steps, so that the weights settle.
    const step = iteration > (2 * iterations) / 3 ? stepSize / 5 : stepSize;
    for (let index = 0; index < width; index++) {
      const slope = (gradient[index] ?? 0) / useful.length - ridge * (weights[index] ?? 0);
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * slope;
      square[index] = 0.99 * (square[index] ?? 0) + 0.01 * slope * slope;
      const unbiased = (mean[index] ?? 0) / (1 - 0.9 ** iteration);
      const scale = Math.sqrt((square[index] ?? 0) / (1 - 0.99 ** iteration)) + 1e-8;
      weights[index] = (weights[index] ?? 0) + (step * unbiased) / scale;
    }
  }
  return [...weights];
}

/** The score of each row. */
export function scoresOf({ features, rows }: RankingExample, weights: ArrayLike<number>): Float64Array {
  const width = weights.length;
  const scores = new Float64Array(rows);
  for (let row = 0, at = 0; row < rows; row++) {
    let score = 0;
    for (let column = 0; column < width; column++, at++)
      score += (weights[column] ?? 0) * (features[at] ?? 0);
    scores[row] = score;
  }
  return scores;
}

/** Adds the gradient of the mean log probability of the wanted rows of one example. */
function addGradient(example: RankingExample, weights: Float64Array, gradient: Float64Array): void {
  const { features, wanted, rows } = example;
  const width = weights.length;
  const masses = scoresOf(example, weights);
  let top = -Infinity;
  for (const score of masses) if (score > top) top = score;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    masses[row] = Math.exp((masses[row] ?? 0) - top);
    total += masses[row] ?? 0;
  }
  for (const row of wanted) total -= masses[row] ?? 0;
  let shared = 0;
  const isWanted = new Set(wanted);
  for (const row of wanted) {
    const mass = masses[row] ?? 0;
    const against = Math.max(total, 0) + mass || 1;
    shared += 1 / against / wanted.length;
    add(row, (1 - mass / against) / wanted.length);
  }
  for (let row = 0; row < rows; row++) {
    const push = (masses[row] ?? 0) * shared;
    // Rows without mass cannot move the gradient; skipping them is most of the speed.
    if (push > 1e-7 && !isWanted.has(row)) add(row, -push);
  }

  function add(row: number, factor: number): void {
    for (let column = 0, at = row * width; column < width; column++, at++)
      gradient[column] = (gradient[column] ?? 0) + factor * (features[at] ?? 0);
  }
}
