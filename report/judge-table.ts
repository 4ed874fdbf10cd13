import { categoryLabel } from '../locomo/categories.ts';
import { agreementOf, type Agreement } from '../locomo/scoring/agreement.ts';
import type { EstimatedRate } from '../locomo/statistics/rate.ts';
import type { Share } from '../locomo/scoring/corrected-share.ts';
import { judgedCategories, majority, type JudgeScore } from '../locomo/scoring/judge-summary.ts';
import { alignNumbers } from './columns.ts';
import { counted } from './counted.ts';
import type { JudgedRun } from './judged-run.ts';
import { percent } from './percent.ts';
import { reasonLines } from './reasons.ts';

/** What a judge found of a run, as a table of text in percent, with all that qualifies it below. */
export function judgeTable(run: JudgedRun): string {
  const { byCategory, overall, judge, rubric, repeats } = run;
  const head = ['category (questions)', 'judged', 'missing', 'J (95 %)', 'corrected (95 %)', 'words', 'rho'];
  return [
    `judge: ${judge}, ${rubric}, ${counted(repeats, 'repeat')}`,
    '',
    alignNumbers([
      head,
      ...judgedCategories.map((id) => row(categoryLabel(id, byCategory[id].questions), byCategory[id])),
      row(`without adversarial (${overall.questions})`, overall),
    ]),
    ...reasonsText(run),
    ...missingLines(run),
    ...repeatLines(run),
    ...calibrationLines(run),
    'Adversarial questions are not judged: a rule sees whether an answer abstains.',
  ].join('\n');
}

/** How far several judges of the same run agree, each by the majority of its repeats; empty for one. */
export function betweenJudges(runs: readonly JudgedRun[]): string {
  if (runs.length < 2) return '';
  return `between ${runs.length} judges: ${agreementText(agreementBetween(runs))}`;
}

/** The agreement of several judges of the same answers. */
export function agreementBetween(runs: readonly JudgedRun[]): Agreement {
  const [first] = runs;
  return agreementOf(
    (first?.answers ?? []).map((_, at) => runs.map(({ answers }) => majority(answers[at]?.verdicts ?? []))),
  );
}

function row(label: string, score: JudgeScore): string[] {
  const { judged, unparsed, failed, corrected, words, lengthCorrelation } = score;
  return [
    label,
    String(judged),
    String(unparsed + failed),
    shareText(score),
    shareText(corrected),
    words === null ? '–' : words.toFixed(1),
    lengthCorrelation.rho?.toFixed(2) ?? '–',
  ];
}

function shareText({ share, interval }: Share): string {
  return interval === null ? percent(share) : `${percent(share)} (${interval.map(percent).join('–')})`;
}

/** Why the whole has no interval, or no corrected share. */
function reasonsText({ overall: { reason, corrected, lengthCorrelation } }: JudgedRun): readonly string[] {
  const { of, rho } = lengthCorrelation;
  return [
    ...(reason === undefined ? [] : [`no interval of J: ${reason}`]),
    ...(corrected.reason === undefined || corrected.reason === reason
      ? []
      : [`no ${corrected.share === null ? 'corrected J' : 'interval of it'}: ${corrected.reason}`]),
    `rho: Spearman's, of length and verdict, over ${counted(of, 'answer')}${rho === null ? `; none: ${lengthCorrelation.reason}` : ''}`,
  ];
}

function missingLines({ answers, overall: { unparsed, failed } }: JudgedRun): readonly string[] {
  const reasons = answers.filter(({ category }) => category !== 5).flatMap((answer) => answer.reasons);
  if (reasons.length === 0) return [];
  return [
    `Without a verdict, and in no average (${unparsed} unparsed, ${failed} failed):`,
    ...reasonLines(reasons).map((line) => `  ${line}`),
  ];
}

function repeatLines({ agreement, shareByRepeat, repeats }: JudgedRun): readonly string[] {
  if (agreement === null) return [];
  return [
    `between ${repeats} repeats: ${agreementText(agreement)}; J ${shareByRepeat.map(percent).join(', ')}`,
  ];
}

function calibrationLines({ calibration }: JudgedRun): readonly string[] {
  if (calibration === null) return ['not calibrated: how often the judge errs is not known'];
  const { falsePositives, falsePositivesByKind, falseNegatives, unjudged } = calibration;
  const items = falsePositives.of + falseNegatives.of;
  const { vague, specific } = falsePositivesByKind;
  return [
    `calibrated on ${counted(items, 'answer')} with known verdicts${unjudged === 0 ? '' : ` (${unjudged} more were not judged)`}:`,
    `  false positives ${rateText(falsePositives)}: vague ${rateText(vague)}, specific ${rateText(specific)}`,
    `  false negatives ${rateText(falseNegatives)}`,
  ];
}

function rateText({ rate, count, of, interval }: EstimatedRate): string {
  if (interval === null) return '–';
  return `${percent(rate)} (${count}/${of}; 95 % ${interval.map(percent).join('–')})`;
}

function agreementText({ units, raw, kappa, alpha }: Agreement): string {
  const parts = [
    `${percent(raw)} % of ${counted(units, 'answer')} alike`,
    ...(kappa === null ? [] : [`Cohen's kappa ${kappa.toFixed(3)}`]),
    alpha === null ? 'no alpha: all verdicts are the same' : `Krippendorff's alpha ${alpha.toFixed(3)}`,
  ];
  return parts.join(', ');
}
