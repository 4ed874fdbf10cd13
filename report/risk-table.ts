import { shareOf } from '../locomo/statistics/rate.ts';
import type { RiskCoverage, RiskPoint } from '../locomo/diagnosis/risk-coverage.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** The risk–coverage curve at every tenth of coverage; without confidences, the two points that there are. */
export function riskTable({ points, answers, withConfidence, area }: RiskCoverage): string {
  const last = points.at(-1);
  if (last === undefined) return 'Risk at coverage on categories 1 to 4: nothing was answered.';
  if (area === null)
    return [
      `Risk at coverage on categories 1 to 4: ${points.map(riskText).join('; ')}.`,
      'Answers come without a confidence, so abstaining is the only threshold of the curve.',
    ].join('\n');
  const rows = shares.map((share) => {
    // Half an answer is not missed by rounding.
    const at = points.find(({ coverage }) => coverage.count >= share * coverage.of - 0.5) ?? last;
    return [
      `  ${percent(shareOf(at.coverage))}`,
      percent(at.risk),
      at.threshold === null ? at.policy : at.threshold.toPrecision(3),
    ];
  });
  const without = answers - withConfidence;
  return [
    alignNumbers([['coverage on categories 1 to 4', 'risk', 'confidence from'], ...rows]),
    `Risk: 1 - F1 of the surest answers, abstentions last as errors. Area under the curve ${percent(area)}; in random order ${percent(last.risk)}.`,
    ...(without === 0
      ? []
      : [`${without} of ${answers} answers have no confidence: they count after the others.`]),
  ].join('\n');
}

function riskText({ policy, coverage, risk }: RiskPoint): string {
  return `${percent(risk)} % at ${percent(shareOf(coverage))} % (${policy})`;
}
