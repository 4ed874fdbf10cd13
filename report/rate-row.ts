import { shareOf, type Rate } from '../locomo/diagnosis/rate.ts';
import { wilsonInterval } from '../locomo/statistics/wilson.ts';
import { percent } from './percent.ts';

/** A row of a table of rates: what was counted, percent, the ends of Wilson's 95 % interval, of how many. */
export function rateRow(what: string, rate: Rate): readonly string[] {
  const interval = wilsonInterval(rate.count, rate.of);
  const ends = interval === null ? '–' : interval.map(percent).join(' to ');
  return [`  ${what}`, percent(shareOf(rate)), ends, String(rate.of)];
}
