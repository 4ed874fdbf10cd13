/** A rate, or a difference of rates, in percentage points with one decimal; a dash where there is none. */
export function points(rate: number | null, signed = false): string {
  if (rate === null) return '–';
  const text = (rate * 100).toFixed(1).replace(/^-(0\.0)$/, '$1');
  return signed && Number(text) > 0 ? `+${text}` : text;
}

/** An interval of differences in points, times `sign`; a dash where there is none. */
export function intervalText(interval: readonly [number, number] | null, sign: 1 | -1 = 1): string {
  if (interval === null) return '–';
  const [low, high] = sign === 1 ? interval : [-interval[1], -interval[0]];
  return `${points(low, true)} to ${points(high, true)}`;
}

/** A p value to three places. */
export function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}
