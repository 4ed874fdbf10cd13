/** The candidates of one question: a row of features and a reward in [0, 1] for each. */
export interface Example {
  /** candidates × features, row after row. */
  readonly features: Float32Array;
  readonly rewards: Float32Array;
}

/** What steers the ascent; it has no randomness. */
export interface FitSettings {
  readonly iterations: number;
  readonly stepSize: number;
  /** Half the penalty on a squared weight. */
  readonly ridge: number;
  /** Keeps a question without a good candidate in reach from ruling the sum. */
  readonly floor: number;
}

/**
 * Weights of a softmax over candidates that maximise the mean over examples of
 * log(floor + expected reward) − ridge/2 · ‖weights‖², by full-batch Adam from `start`.
 * Examples whose rewards are all 0 have no gradient and are passed over.
 */
export function fitLogLinear(
  examples: readonly Example[],
  start: readonly number[],
  { iterations, stepSize, ridge, floor }: FitSettings,
): number[] {
  const useful = examples.filter(({ rewards }) => rewards.some((reward) => reward > 0));
  const weights = Float64Array.from(start);
  const mean = new Float64Array(start.length);
  const square = new Float64Array(start.length);
  for (let iteration = 1; iteration <= iterations; iteration++) {
    const gradient = new Float64Array(start.length);
    for (const example of useful) addGradient(example, weights, floor, gradient);
    // The last third takes smaller steps, so that the weights settle.
    const step = iteration > (2 * iterations) / 3 ? stepSize / 4 : stepSize;
    for (const [index, sum] of gradient.entries()) {
      const weight = weights[index] ?? 0;
      const slope = sum / useful.length - ridge * weight;
      const first = 0.9 * (mean[index] ?? 0) + 0.1 * slope;
      const second = 0.99 * (square[index] ?? 0) + 0.01 * slope * slope;
      mean[index] = first;
      square[index] = second;
      const unbiased = first / (1 - 0.9 ** iteration);
      const scale = Math.sqrt(second / (1 - 0.99 ** iteration)) + 1e-8;
      weights[index] = weight + (step * unbiased) / scale;
    }
  }
  return [...weights];
}

/** Adds the gradient of log(floor + expected reward) of one example. */
function addGradient(
  { features, rewards }: Example,
  weights: Float64Array,
  floor: number,
  gradient: Float64Array,
): void {
  const width = weights.length;
  const probabilities = new Float64Array(rewards.length);
  let top = -Infinity;
  for (let row = 0; row < rewards.length; row++) {
    let score = 0;
    for (let column = 0; column < width; column++)
      score += (weights[column] ?? 0) * (features[row * width + column] ?? 0);
    probabilities[row] = score;
    if (score > top) top = score;
  }
  let total = 0;
  let expected = 0;
  for (let row = 0; row < rewards.length; row++) {
    const mass = Math.exp((probabilities[row] ?? 0) - top);
    probabilities[row] = mass;
    total += mass;
    expected += mass * (rewards[row] ?? 0);
  }
  expected /= total;
  for (let row = 0; row < rewards.length; row++) {
    const probability = (probabilities[row] ?? 0) / total;
    // Rows without mass cannot move the gradient; skipping them is half of the speed.
    if (probability < 1e-7) continue;
    const factor = (probability * ((rewards[row] ?? 0) - expected)) / (floor + expected);
    for (let column = 0; column < width; column++)
      gradient[column] = (gradient[column] ?? 0) + factor * (features[row * width + column] ?? 0);
  }
}
