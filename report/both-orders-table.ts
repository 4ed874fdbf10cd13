import type { BothOrders } from '../locomo/diagnosis/both-orders.ts';
import { shareOf } from '../locomo/diagnosis/rate.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { percent } from './percent.ts';
import { rateRow } from './rate-row.ts';

/** What adversarial questions gave that were asked in both orders of their options, in percent. */
export function bothOrdersTable(report: BothOrders): string {
  const { questions, unpaired, choseFirst } = report;
  return [
    alignNumbers([
      [`both orders (${counted(questions, 'question')})`, '%', '95 % interval', 'of'],
      rateRow('consistent and right', report.consistentlyRight),
      rateRow('consistent and trapped', report.consistentlyTrapped),
      rateRow('position-driven', report.positionDriven),
      rateRow('chose neither in an order', report.noChoice),
      // No interval: the two answers to a question are not independent.
      ['  chose the option shown first', percent(shareOf(choseFirst)), '', String(choseFirst.of)],
    ]),
    ...(unpaired === 0 ? [] : [`${counted(unpaired, 'question')} without an answer to both orders.`]),
    'Each option was shown first once, so that the last share is 50 % without position bias, whatever options say.',
  ].join('\n');
}
