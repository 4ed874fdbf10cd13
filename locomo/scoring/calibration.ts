import { wilsonInterval } from '../statistics/wilson.ts';
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

/** How often something happened: `count` of `of` times, with the 95 % Wilson interval of its rate. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** Null where there is nothing to count in; likewise the interval. */
  readonly rate: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

/** How a judge errs on answers whose verdicts are known. Verdicts that could not be had are in no rate. */
export interface Calibration {
  /** Wrong answers that were found correct. */
  readonly falsePositives: Rate;
  readonly falsePositivesByKind: { readonly vague: Rate; readonly specific: Rate };
  /** Right answers that were found wrong. */
  readonly falseNegatives: Rate;
  /** Items without a verdict. */
  readonly unjudged: number;
}

/** Holds a judge's verdicts against the expected ones; undefined is a verdict that could not be had. */
export function calibrate(
  judged: readonly (Pick<CalibrationItem, 'kind' | 'expected'> & { readonly verdict: Verdict | undefined })[],
): Calibration {
  const found = judged.filter(({ verdict }) => verdict !== undefined);
  const rateOf = (among: typeof found): Rate =>
    rate(among.filter(({ verdict, expected }) => verdict !== expected).length, among.length);
  const wrong = found.filter(({ expected }) => expected === 'wrong');
  return {
    falsePositives: rateOf(wrong),
    falsePositivesByKind: {
      vague: rateOf(wrong.filter(({ kind }) => kind === 'vague')),
      specific: rateOf(wrong.filter(({ kind }) => kind === 'specific')),
    },
    falseNegatives: rateOf(found.filter(({ expected }) => expected === 'correct')),
    unjudged: judged.length - found.length,
  };
}

/** A count with its rate and the interval around it. */
export function rate(count: number, of: number): Rate {
  if (of === 0) return { count, of, rate: null, interval: null };
  return { count, of, rate: count / of, interval: wilsonInterval(count, of) };
}
