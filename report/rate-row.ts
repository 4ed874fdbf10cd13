import type { ClusteredRate } from '../locomo/diagnosis/clustered-rate.ts';
import { shareOf } from '../locomo/statistics/rate.ts';
import { percent } from './percent.ts';

/** A row of a table of rates: what was counted, percent, the ends of the 95 % interval, of how many. */
export function rateRow(what: string, rate: ClusteredRate): readonly string[] {
  const { interval, method } = rate;
  const ends = interval === null ? '–' : interval.map(percent).join(' to ');
  return [`  ${what}`, percent(shareOf(rate)), method === 'wilson' ? `${ends} *` : ends, String(rate.of)];
}

/** What the intervals of such a table are; a star stands where conversations do not tell. */
export function intervalNote(rates: readonly ClusteredRate[]): string {
  const note = 'Intervals are over conversations like these.';
  return rates.some(({ method }) => method === 'wilson')
    ? `${note}\n*: Wilson’s, as if questions were independent; conversations are one, or all alike.`
    : note;
}
