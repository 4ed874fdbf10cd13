import { seededRandom } from './random.ts';

/** The outcome of a permutation test. */
export interface PermutationTest {
  /** Two-sided; at least `smallest`. */
  readonly p: number;
  /** Every arrangement was counted, or a seeded sample of them drawn. */
  readonly exact: boolean;
  /** Arrangements that were looked at. */
  readonly arrangements: number;
  /** No data of this size can give a smaller p. */
  readonly smallest: number;
}

/** More clusters than this are sampled instead of counted out. */
const countedOut = 16;

/**
 * The paired permutation test with conversations as the unit: under the hypothesis that two systems do not
 * differ, the difference of each whole conversation might as well have had the other sign. It needs no more than
 * that the conversations are independent, and so says something about conversations not seen. Exact up to 16
 * conversations: ten have 1,024 arrangements, so its p is at least 2/1,024. `sums` are the differences added up
 * by conversation.
 *
 * Simulated with ten conversations of LoCoMo's sizes and no true difference, it rejects at 5 % in 4.3 to 5.2 % of
 * cases whatever the correlation within conversations, and in 2.6 to 3.5 % in the smallest category.
 */
export function permuteClusters(
  sums: readonly number[],
  { samples, seed }: { readonly samples: number; readonly seed: number },
): PermutationTest {
  if (sums.length > countedOut) return permuteValues(sums, { samples, seed });
  // One sign can stay as it is: turning all of them changes no size.
  const arrangements = 2 ** Math.max(0, sums.length - 1);
  const least = leastExtreme(sums);
  let extreme = 0;
  for (let signs = 0; signs < arrangements; signs++) {
    let total = 0;
    for (const [index, sum] of sums.entries()) total += (signs >>> index) & 1 ? -sum : sum;
    if (Math.abs(total) >= least) extreme++;
  }
  return {
    p: extreme / arrangements,
    exact: true,
    arrangements: 2 * arrangements,
    smallest: 1 / arrangements,
  };
}

/**
 * The same test with single values as the unit: sign flips by question, drawn from the seed. It answers a
 * narrower question, whether two systems differ on these questions: answers of one conversation are taken for
 * independent, and where they are not it finds differences too easily. p is (extreme + 1) / (samples + 1), which
 * is never 0 (Phipson and Smyth, Statistical Applications in Genetics and Molecular Biology 9, 2010).
 */
export function permuteValues(
  differences: readonly number[],
  { samples, seed }: { readonly samples: number; readonly seed: number },
): PermutationTest {
  const moving = Float64Array.from(differences.filter((difference) => difference !== 0));
  const least = leastExtreme(differences);
  const random = seededRandom(seed);
  let extreme = 0;
  for (let sample = 0; sample < samples; sample++) {
    let total = 0;
    let signs = 0;
    for (let index = 0; index < moving.length; index++) {
      if (index % 32 === 0) signs = random.bits();
      const difference = moving[index] ?? 0;
      total += signs & 1 ? difference : -difference;
      signs >>>= 1;
    }
    if (Math.abs(total) >= least) extreme++;
  }
  const p = (extreme + 1) / (samples + 1);
  return { p, exact: false, arrangements: samples, smallest: 1 / (samples + 1) };
}

/** The size of the observed total, less what rounding may take from an arrangement of the same size. */
function leastExtreme(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((total, value) => total + value, 0));
  return observed - 1e-10 * values.reduce((total, value) => total + Math.abs(value), 0);
}
