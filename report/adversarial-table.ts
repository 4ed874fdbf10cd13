import type { AdversarialReport } from '../locomo/diagnosis/adversarial.ts';
import type { ClusteredRate } from '../locomo/diagnosis/clustered-rate.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { intervalNote, rateRow } from './rate-row.ts';
import { riskTable } from './risk-table.ts';

/** How a system deals with questions that the conversation does not answer, in percent with 95 % intervals. */
export function adversarialTable(report: AdversarialReport): string {
  const { position, unanswered } = report;
  const rates: readonly (readonly [string, ClusteredRate])[] = [
    ['took the distractor', report.trapped],
    ['abstained', report.abstained],
    ['did neither', report.neither],
    ...(position === null
      ? []
      : ([
          ['chose the option shown first', position.choseFirst],
          ['abstained where that was shown first', position.abstainedWhenFirst],
          ['abstained where that was shown second', position.abstainedWhenSecond],
        ] as const)),
    ['abstained on categories 1 to 4', report.overAbstained],
  ];
  return [
    alignNumbers([
      [`adversarial (${counted(report.questions, 'answer')})`, '%', '95 % interval', 'of'],
      ...rates.map(([what, rate]) => rateRow(what, rate)),
    ]),
    intervalNote(rates.map(([, rate]) => rate)),
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'adversarial question')} without an answer.`]),
    ...(position === null ? ['Position bias: the order of the options is not known.'] : []),
    '',
    riskTable(report.riskCoverage),
  ].join('\n');
}
