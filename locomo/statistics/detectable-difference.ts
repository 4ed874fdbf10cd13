import { studentQuantile } from './student-t.ts';

/**
 * The smallest true difference that a comparison with this standard error and number of clusters would find
 * with probability `power`, testing two-sided at `level`: (t(1 - level/2) + t(power)) · standard error, with
 * clusters - 1 degrees of freedom (Bloom, Evaluation Review 19, 1995). In the unit of the standard error;
 * null where there is none, or where it is 0: values that do not vary do not tell how much others would.
 */
export function detectableDifference(
  standardError: number | null,
  clusters: number,
  { level = 0.05, power = 0.8 }: { readonly level?: number; readonly power?: number } = {},
): number | null {
  if (standardError === null || standardError === 0 || clusters < 2) return null;
  return (
    (studentQuantile(1 - level / 2, clusters - 1) + studentQuantile(power, clusters - 1)) * standardError
  );
}
