import type { ClusteredRate } from '../locomo/diagnosis/clustered-rate.ts';
import type { BothOrders } from '../locomo/diagnosis/both-orders.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { intervalNote, rateRow } from './rate-row.ts';

/** What adversarial questions gave that were asked in both orders of their options, in percent. */
export function bothOrdersTable(report: BothOrders): string {
  const { questions, unpaired, choseFirst } = report;
  const rates: readonly (readonly [string, ClusteredRate])[] = [
    ['consistent and right', report.consistentlyRight],
    ['consistent and trapped', report.consistentlyTrapped],
    ['position-driven', report.positionDriven],
    ['chose neither in an order', report.noChoice],
    ['chose the option shown first', choseFirst],
  ];
  return [
    alignNumbers([
      [`both orders (${counted(questions, 'question')})`, '%', '95 % interval', 'of'],
      ...rates.map(([what, rate]) => rateRow(what, rate)),
    ]),
    intervalNote(rates.map(([, rate]) => rate)),
    ...(unpaired === 0 ? [] : [`${counted(unpaired, 'question')} without an answer to both orders.`]),
    'Each option was shown first once, so that the last share is 50 % without position bias, whatever options say.',
  ].join('\n');
}
