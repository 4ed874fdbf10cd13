import {
  referenceAnswers,
  referenceLines,
  type ReferenceLine,
} from '../locomo/diagnosis/reference-answers.ts';
import { summarise, type ScoreSummary } from '../locomo/metrics/summarise.ts';
import type { Sample } from '../locomo/sample.ts';
import { protocols } from '../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

/** Passages by which a reader shows what retrieval is worth: none, any, and the right ones. */
export type ReferencePassages = 'empty context' | 'random passages' | 'oracle passages';

/**
 * What a system scores that others are held against: mean F1 over the questions that it answers; null where it answers
 * none.
 */
export interface ReferenceScore {
  readonly line: ReferenceLine | ReferencePassages;
  readonly adversarial: number | null;
  readonly withoutAdversarial: number | null;
  readonly overall: number | null;
  /** Only where passages are read. */
  readonly recall?: number | null;
}

/** The reference lines on the questions of a data file, under a protocol. */
export function referenceScores(
  samples: readonly Sample[],
  protocol: keyof typeof protocols,
): readonly ReferenceScore[] {
  return referenceLines.map((line) => {
    const rows = referenceAnswers(samples, line)
      .filter(({ given }) => given.status === 'answered')
      .map((answer) => ({
        sample: answer.sample,
        question: answer.question,
        f1: scoreQuestion(answer, protocols[protocol]).f1,
        recall: null,
      }));
    const { f1 } = summarise(rows);
    const { withoutAdversarial } = f1;
    // Of a line that answers one category only, an average over all would be of that category.
    return {
      line,
      adversarial: f1[5],
      withoutAdversarial,
      overall: withoutAdversarial === null ? null : f1.overall,
    };
  });
}

/** A reference line that is a run of its own. */
export function referenceScoreOf(line: ReferencePassages, { f1, recall }: ScoreSummary): ReferenceScore {
  return {
    line,
    adversarial: f1[5],
    withoutAdversarial: f1.withoutAdversarial,
    overall: f1.overall,
    recall: recall.overall,
  };
}

/** The reference lines as a table of text, in percent. */
export function referenceTable(scores: readonly ReferenceScore[], protocol: string): string {
  const hasRecall = scores.some(({ recall }) => recall !== undefined);
  return alignNumbers([
    [
      `reference lines, F1 (${protocol})`,
      'adversarial',
      'without adversarial',
      'overall',
      ...(hasRecall ? ['recall'] : []),
    ],
    ...scores.map(({ line, adversarial, withoutAdversarial, overall, recall }) => [
      line,
      ...[adversarial, withoutAdversarial, overall].map(percent),
      ...(hasRecall ? [recall === undefined ? '' : percent(recall)] : []),
    ]),
  ]);
}
