import { incompleteBeta } from './incomplete-beta.ts';

/** The share of Student's t distribution with `degrees` degrees of freedom (> 0) that lies below `t`. */
export function studentCdf(t: number, degrees: number): number {
  const tail = upperTail(Math.abs(t), degrees);
  return t > 0 ? 1 - tail : tail;
}

/** The probability of a t at least this far from 0, on either side. */
export function twoSidedP(t: number, degrees: number): number {
  return Math.min(1, 2 * upperTail(Math.abs(t), degrees));
}

/** The value below which a share `p` of Student's t distribution lies, for p in (0, 1); -Infinity at 0, Infinity at 1. */
export function studentQuantile(p: number, degrees: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  if (p === 1) return Infinity;
  const above = 1 - p;
  let high = 1;
  while (upperTail(high, degrees) > above) high *= 2;
  let low = 0;
  // Bisection: as exact as the distribution function, and called a few times a report.
  for (let middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (upperTail(middle, degrees) > above) low = middle;
    else high = middle;
  }
  return high;
}

function upperTail(t: number, degrees: number): number {
  if (t === Infinity) return 0;
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
}
