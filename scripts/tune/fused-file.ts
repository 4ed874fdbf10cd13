import type { RankerWeights } from '../../retrievers/fused/ranker.ts';

/** Recall in per cent by database: at 5, 10, 25 and 50 of dialog and observations, at 2, 5 and 10 of summaries. */
export interface FusedFigures {
  readonly dialog: readonly number[];
  readonly observation: readonly number[];
  readonly summary: readonly number[];
}

/** What the file of weights holds. */
export interface FusedFit {
  readonly embedder: string;
  /** SHA-256 of the data file. */
  readonly data: string;
  readonly questions: number;
  readonly objective: string;
  /** Each conversation ranked by the weights that were fitted on the others. */
  readonly loco: FusedFigures;
  /** All of them by the weights that were fitted on all. */
  readonly fitted: FusedFigures;
  readonly weights: RankerWeights;
  readonly folds: ReadonlyMap<string, RankerWeights>;
}

/** The text of `retrievers/fused/weights/lexical.ts` or `tokens.ts`. */
export function fusedFile({ weights, folds, embedder, ...provenance }: FusedFit): string {
  return `// Written by \`npm run tune -- fused --embedder ${embedder}\`; not edited by hand.
/* oxlint-disable oxc/approx-constant -- a fitted number that looks like a constant is none */
import type { RankerWeights } from '../ranker.ts';

/** What the weights were fitted on, and for what; recall in per cent with the conversation left out, and with none. */
export const provenance = ${JSON.stringify({ embedder, ...provenance }, null, 2)} as const;

/** Fitted on all conversations. */
export const weights: RankerWeights = ${JSON.stringify(weights, null, 2)};

/** Fitted on all conversations but the one that is named. */
export const folds: { readonly [sampleId: string]: RankerWeights } = ${JSON.stringify(Object.fromEntries(folds), null, 2)};
`;
}
