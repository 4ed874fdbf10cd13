/** A rate in [0, 1] as percent with one decimal; a dash where there is none. */
export function percent(rate: number | null): string {
  return rate === null ? '–' : (rate * 100).toFixed(1);
}
