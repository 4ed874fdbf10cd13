import type { Category } from '../sample.ts';

/** What an erratum can do to a question. */
export const errataActions = ['fix-gold', 'fix-evidence', 'reclassify', 'contest', 'drop'] as const;

/** One correction of one question. */
export type Erratum = {
  /** `questionName` of the question that it is about. */
  readonly question: string;
  /** Why. */
  readonly reason: string;
  /** The place of the entry: file, line, column and field. */
  readonly where: string;
} & (
  | { readonly do: 'fix-gold'; readonly answer: string }
  /** All evidence of the question, as dialog ids. */
  | { readonly do: 'fix-evidence'; readonly evidence: readonly string[] }
  | { readonly do: 'reclassify'; readonly category: Category }
  /** The gold is held to be wrong or doubtful, and no right one is known. */
  | { readonly do: 'contest' }
  /** The question is not to be counted at all. */
  | { readonly do: 'drop' }
);
