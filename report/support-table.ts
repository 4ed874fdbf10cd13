import type { PlannedStep } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import { leastSupportOfObservation } from '../locomo/lint/support.ts';
import { estimatedRate, rateOf, type EstimatedRate, type Rate } from '../locomo/statistics/rate.ts';
import type { SupportRecord } from '../stages/records.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

/** What a judge found of observations, beside what their words tell. */
export interface SupportReport {
  readonly judge: string;
  /** Observations that are borne out, of those that were judged. */
  readonly borneOut: EstimatedRate;
  /** Those without a verdict. */
  readonly failed: number;
  /** Of those that share few words with what they cite, how many the judge finds not borne out; and of the others. */
  readonly notBorneOut: { readonly ofFewWords: Rate; readonly ofOthers: Rate };
}

/** Gathers what a finished step found; undefined where no such step was run. */
export async function supportReport(
  steps: readonly PlannedStep[],
  { artifacts, steps: outcomes }: RunOutcome,
): Promise<SupportReport | undefined> {
  const step = steps.find(({ stage }) => stage.output === 'supports');
  if (step === undefined) return undefined;
  const records: SupportRecord[] = [];
  for await (const record of artifacts.get(step.name)?.records() ?? []) records.push(record as SupportRecord);
  return {
    judge: String(Reflect.get(step.settings, 'judge')),
    borneOut: estimatedRate(rateOf(records, (record) => !isNot(record))),
    failed: outcomes.find(({ step: name }) => name === step.name)?.failed ?? 0,
    notBorneOut: {
      ofFewWords: rateOf(records.filter(hasFewWords), isNot),
      ofOthers: rateOf(
        records.filter((record) => !hasFewWords(record)),
        isNot,
      ),
    },
  };
}

function isNot({ verdict }: SupportRecord): boolean {
  return verdict === 'wrong';
}

function hasFewWords({ lexical }: SupportRecord): boolean {
  return lexical !== null && lexical < leastSupportOfObservation;
}

/** The same as text. */
export function supportText({ judge, borneOut, failed, notBorneOut }: SupportReport): string {
  const { count, of, rate, interval } = borneOut;
  const { ofFewWords, ofOthers } = notBorneOut;
  return [
    `judge: ${judge}`,
    '',
    alignNumbers([
      ['observations', 'judged', 'borne out', 'percent', '95 %'],
      [
        'all',
        String(of),
        String(count),
        percent(rate),
        interval === null ? '–' : interval.map(percent).join(' to '),
      ],
      ['that share few words with what they cite', ...rowOf(ofFewWords)],
      ['others', ...rowOf(ofOthers)],
    ]),
    ...(failed === 0 ? [] : [`without a verdict: ${failed}; the same command asks for them again`]),
  ].join('\n');
}

function rowOf({ count, of }: Rate): readonly string[] {
  return [String(of), String(of - count), percent(of === 0 ? null : (of - count) / of), ''];
}
