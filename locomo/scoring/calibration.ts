import { estimatedRate, rateOf, type EstimatedRate, type Rate } from '../statistics/rate.ts';
import type { Verdict } from '../reply/read-verdict.ts';

/** What is wrong with an answer of the calibration set: nothing, that it says too little, or that it says something else. */
export type CalibrationKind = 'right' | 'vague' | 'specific';

/** One answer whose verdict is known. */
export interface CalibrationItem {
  readonly id: string;
  readonly kind: CalibrationKind;
  readonly expected: Verdict;
  readonly question: string;
  readonly gold: string;
  readonly answer: string;
}

/** How a judge errs on answers whose verdicts are known. Verdicts that could not be had are in no rate. */
export interface Calibration {
  /** Wrong answers that were found correct. */
  readonly falsePositives: EstimatedRate;
  readonly falsePositivesByKind: { readonly vague: EstimatedRate; readonly specific: EstimatedRate };
  /** Right answers that were found wrong. */
  readonly falseNegatives: EstimatedRate;
  /** Items without a verdict. */
  readonly unjudged: number;
}

/** The counts that a calibration follows from. */
export interface CalibrationCounts {
  readonly falsePositives: Rate;
  readonly falsePositivesByKind: { readonly vague: Rate; readonly specific: Rate };
  readonly falseNegatives: Rate;
  readonly unjudged: number;
}

/** Holds a judge's verdicts against the expected ones; undefined is a verdict that could not be had. */
export function calibrate(
  judged: readonly (Pick<CalibrationItem, 'kind' | 'expected'> & { readonly verdict: Verdict | undefined })[],
): Calibration {
  const found = judged.filter(({ verdict }) => verdict !== undefined);
  const errors = (among: typeof found): Rate =>
    rateOf(among, ({ verdict, expected }) => verdict !== expected);
  const wrong = found.filter(({ expected }) => expected === 'wrong');
  return calibrationRates({
    falsePositives: errors(wrong),
    falsePositivesByKind: {
      vague: errors(wrong.filter(({ kind }) => kind === 'vague')),
      specific: errors(wrong.filter(({ kind }) => kind === 'specific')),
    },
    falseNegatives: errors(found.filter(({ expected }) => expected === 'correct')),
    unjudged: judged.length - found.length,
  });
}

/** The rates of these counts. */
export function calibrationRates(counts: CalibrationCounts): Calibration {
  const { falsePositives, falsePositivesByKind, falseNegatives, unjudged } = counts;
  return {
    falsePositives: estimatedRate(falsePositives),
    falsePositivesByKind: {
      vague: estimatedRate(falsePositivesByKind.vague),
      specific: estimatedRate(falsePositivesByKind.specific),
    },
    falseNegatives: estimatedRate(falseNegatives),
    unjudged,
  };
}
