import type { Question, Sample } from '../sample.ts';

/** The scores of one question, each rounded as in the released results. */
export interface ScoreRow {
  readonly sample: Sample;
  readonly question: Question;
  /** In [0, 1]; null where there is no score: no answer was had, or it could not be read. */
  readonly f1: number | null;
  /** In [0, 1], as `evidenceRecall` gives it; null where nothing was retrieved from or retrieval failed. */
  readonly recall: number | null;
}

/**
 * What a question adds to an average of recall: the released aggregate adds 0 for a question without
 * evidence, though its own recall is 1, and divides by all questions.
 */
export function recallShare(question: Question, recall: number): number {
  return question.evidence.length === 0 ? 0 : recall;
}
