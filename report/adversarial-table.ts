import type { AdversarialReport, RiskPoint } from '../locomo/diagnosis/adversarial.ts';
import { shareOf } from '../locomo/diagnosis/rate.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import { percent } from './percent.ts';
import { rateRow } from './rate-row.ts';

/**
 * How a system deals with questions that the conversation does not answer, in percent with the 95 % interval of Wilson,
 * which takes questions for independent.
 */
export function adversarialTable(report: AdversarialReport): string {
  const { trapped, abstained, neither, overAbstained, position, riskCoverage, unanswered } = report;
  const rows = [
    [`adversarial (${counted(report.questions, 'answer')})`, '%', '95 % interval', 'of'],
    rateRow('took the distractor', trapped),
    rateRow('abstained', abstained),
    rateRow('did neither', neither),
    ...(position === null
      ? []
      : [
          rateRow('chose the option shown first', position.choseFirst),
          rateRow('abstained where that was shown first', position.abstainedWhenFirst),
          rateRow('abstained where that was shown second', position.abstainedWhenSecond),
        ]),
    rateRow('abstained on categories 1 to 4', overAbstained),
  ];
  return [
    alignNumbers(rows),
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'adversarial question')} without an answer.`]),
    ...(position === null ? ['Position bias: the order of the options is not known.'] : []),
    `Risk at coverage on categories 1 to 4: ${riskCoverage.map(riskText).join('; ')}.`,
    'Answers come without a confidence, so abstaining is the only threshold of the curve.',
  ].join('\n');
}

function riskText({ policy, coverage, risk }: RiskPoint): string {
  return `${percent(risk)} % at ${percent(shareOf(coverage))} % (${policy})`;
}
