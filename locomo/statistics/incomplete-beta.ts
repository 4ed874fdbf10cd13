/**
 * The regularised incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1], to about 1e-14: the
 * continued fraction DLMF 8.17.22, worked out from the front (modified Lentz).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean only; above it the other tail is taken.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const logFront = a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b);
  return (Math.exp(logFront) / a) * fraction(x, a, b);
}

function fraction(x: number, a: number, b: number): number {
  let upper = 1;
  let lower = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let value = lower;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    lower = 1 / notZero(1 + even * lower);
    upper = notZero(1 + even / upper);
    value *= lower * upper;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    lower = 1 / notZero(1 + odd * lower);
    upper = notZero(1 + odd / upper);
    value *= lower * upper;
    if (Math.abs(lower * upper - 1) < 1e-15) break;
  }
  return value;
}

function notZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of a positive number (Lanczos, g = 7, nine terms; relative error 1e-15). */
function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value);
  const z = value - 1;
  const series = lanczos.reduce((sum, term, index) => sum + term / (z + index + 1), 0.9999999999998099);
  const base = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(series);
}
