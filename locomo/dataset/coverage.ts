import type { Passage } from '../passages/passage.ts';
import type { Category, Question, Sample } from '../sample.ts';

/** A conversation and the passages that were made of it. */
export interface PassagesOfSample {
  readonly sample: Sample;
  readonly passages: readonly Passage[];
}

/** The mean share of a question's evidence that some passage stands for: the ceiling of recall. */
export interface MeanCoverage {
  /** Questions with evidence, over which the mean is taken. */
  readonly questions: number;
  /** From 0 to 1; null where no question has evidence. */
  readonly mean: number | null;
  /** Entries of evidence of all these questions, and how many of them are covered. */
  readonly entries: number;
  readonly covered: number;
}

export interface Coverage extends MeanCoverage {
  /** For the categories of questions with evidence, in order. */
  readonly byCategory: readonly (MeanCoverage & { readonly category: Category })[];
}

/**
 * How much of the evidence a retriever could find at all, whatever its ranking. With `released`, evidence
 * strings count as they are written, so that one which is no id is never found; with `repaired`, the ids that exist.
 */
export function evidenceCoverage(
  conversations: readonly PassagesOfSample[],
  evidence: 'released' | 'repaired',
): Coverage {
  const shares = conversations.flatMap(({ sample, passages }) => {
    const covered = new Set(passages.flatMap((passage) => passage.turnIds));
    return sample.questions.flatMap((question) => shareOf(question, evidence, covered));
  });
  return {
    ...meanOf(shares),
    byCategory: [...new Set(shares.map((share) => share.category))].toSorted().map((category) => ({
      category,
      ...meanOf(shares.filter((share) => share.category === category)),
    })),
  };
}

interface Share {
  readonly category: Category;
  readonly entries: number;
  readonly covered: number;
}

function shareOf(
  question: Question,
  evidence: 'released' | 'repaired',
  covered: ReadonlySet<string>,
): Share[] {
  const ids = evidence === 'released' ? question.evidence : question.evidenceTurns;
  if (ids.length === 0) return [];
  return [
    {
      category: question.category,
      entries: ids.length,
      covered: ids.filter((id) => covered.has(id)).length,
    },
  ];
}

function meanOf(shares: readonly Share[]): MeanCoverage {
  const total = shares.reduce((sum, { covered, entries }) => sum + covered / entries, 0);
  return {
    questions: shares.length,
    mean: shares.length === 0 ? null : total / shares.length,
    entries: shares.reduce((sum, { entries }) => sum + entries, 0),
    covered: shares.reduce((sum, { covered }) => sum + covered, 0),
  };
}
