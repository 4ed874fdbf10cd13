import { categoryIds } from '../categories.ts';
import { answerLength } from '../metrics/answer-length.ts';
import { isUnparsed } from '../reply/unparsed-verdict.ts';
import type { Verdict } from '../reply/read-verdict.ts';
import type { Category } from '../sample.ts';
import { intervalOf } from '../statistics/interval-of.ts';
import { spearman } from '../statistics/spearman.ts';
import { agreementOf, type Agreement } from './agreement.ts';
import type { Calibration } from './calibration.ts';
import { correctedShare, type Share } from './corrected-share.ts';

/** A question, the answer that was given, and what a judge found of it each time. */
export interface JudgedAnswer {
  readonly sampleId: string;
  readonly qaIndex: number;
  readonly category: Category;
  /** Null where there is none. */
  readonly prediction: string | null;
  /** One a repeat, undefined where that one could not be had; empty where the answer was not to be judged. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** Why verdicts are missing, one a missing verdict; or why the answer was not judged. */
  readonly reasons: readonly string[];
}

/**
 * The judgements of some questions. `share` is J: the mean over judged questions of the share of their verdicts that
 * are `correct`; its interval is for conversations like these (see `intervalOf`).
 */
export interface JudgeScore extends Share {
  readonly questions: number;
  /** Questions with at least one verdict: what J is an average over. */
  readonly judged: number;
  /** Verdicts that could not be read, and calls that failed; neither is a wrong answer. */
  readonly unparsed: number;
  readonly failed: number;
  /** Answers that were not given to the judge: none was had, it is empty, or there is no gold answer. */
  readonly notJudged: number;
  /** J without the errors that the judge makes on the calibration set. */
  readonly corrected: Share;
  /** Mean length of the judged answers in words: long answers offer a judge more to agree with. */
  readonly words: number | null;
  /** Whether they did. */
  readonly lengthCorrelation: LengthCorrelation;
}

/** Spearman's correlation of the length of an answer in words with the share of its verdicts that are `correct`. */
export interface LengthCorrelation {
  readonly rho: number | null;
  /** Answers that it is over. */
  readonly of: number;
  /** Why there is none. */
  readonly reason?: string;
}

/** What a judge found of a run. Adversarial questions are not judged and in no number. */
export interface JudgeSummary {
  readonly byCategory: { readonly [id in Exclude<Category, 5>]: JudgeScore };
  readonly overall: JudgeScore;
  /** J of each repeat. */
  readonly shareByRepeat: readonly (number | null)[];
  /** Between the repeats; null where there is one. */
  readonly agreement: Agreement | null;
}

/** Sums up judgements. `calibration` corrects J; null where the judge was not calibrated. */
export function summariseJudgements(
  answers: readonly JudgedAnswer[],
  repeats: number,
  calibration: Calibration | null,
): JudgeSummary {
  const judgeable = answers.filter(({ category }) => category !== 5);
  const of = (id: Category): JudgeScore =>
    scoreOf(
      judgeable.filter(({ category }) => category === id),
      calibration,
    );
  return {
    byCategory: { 1: of(1), 2: of(2), 3: of(3), 4: of(4) },
    overall: scoreOf(judgeable, calibration),
    shareByRepeat: Array.from({ length: repeats }, (_, repeat) =>
      mean(judgeable.flatMap(({ verdicts }) => shareCorrect([verdicts[repeat]]) ?? [])),
    ),
    agreement: repeats === 1 ? null : agreementOf(judgeable.map(({ verdicts }) => verdicts)),
  };
}

/** The categories that are judged, in order. */
export const judgedCategories = categoryIds.filter((id) => id !== 5);

/** What most of the repeats say of an answer; undefined where none does, or as many say the other. */
export function majority(verdicts: JudgedAnswer['verdicts']): Verdict | undefined {
  const share = shareCorrect(verdicts);
  if (share === undefined || share === 0.5) return undefined;
  return share > 0.5 ? 'correct' : 'wrong';
}

function scoreOf(answers: readonly JudgedAnswer[], calibration: Calibration | null): JudgeScore {
  const judged = answers.flatMap(({ sampleId, prediction, verdicts }) => {
    const value = shareCorrect(verdicts);
    return value === undefined ? [] : [{ cluster: sampleId, value, words: answerLength(prediction ?? '') }];
  });
  const asked = answers.filter(({ verdicts }) => verdicts.length > 0);
  const missing = asked.flatMap((answer) => answer.reasons);
  const unparsed = missing.filter(isUnparsed).length;
  const { mean: share, interval, reason } = intervalOf(judged);
  const found: Share = { share, interval, ...(reason === undefined ? {} : { reason }) };
  return {
    questions: answers.length,
    judged: judged.length,
    unparsed,
    failed: missing.length - unparsed,
    notJudged: answers.length - asked.length,
    ...found,
    corrected: correctedShare(found, calibration),
    words: mean(judged.map(({ words }) => words)),
    lengthCorrelation: lengthCorrelation(judged),
  };
}

function lengthCorrelation(
  judged: readonly { readonly words: number; readonly value: number }[],
): LengthCorrelation {
  const rho = spearman(judged.map(({ words, value }) => [words, value]));
  const of = judged.length;
  return rho === null ? { rho, of, reason: 'all lengths or all verdicts are the same' } : { rho, of };
}

/** The share of the verdicts had that are `correct`; undefined where none was had. */
function shareCorrect(verdicts: JudgedAnswer['verdicts']): number | undefined {
  const had = verdicts.filter((verdict) => verdict !== undefined);
  if (had.length === 0) return undefined;
  return had.filter((verdict) => verdict === 'correct').length / had.length;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
