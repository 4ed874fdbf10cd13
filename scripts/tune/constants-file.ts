import type { SpanFeature } from '../../models/extractive/span-features.ts';

/** Where constants come from. */
export interface Provenance {
  /** SHA-256 of the data file. */
  readonly data: string;
  readonly conversations: readonly string[];
  readonly questions: number;
  readonly passages: string;
  readonly objective: string;
}

/** The text of `models/extractive/constants.ts`: the weights to two decimals, with where they come from. */
export function constantsFile(
  provenance: Provenance,
  weights: Readonly<Partial<Record<SpanFeature, number>>>,
): string {
  const list = provenance.conversations.map((id) => `'${id}'`).join(', ');
  return `// Written by \`npm run tune -- reader\`; not edited by hand.
import type { SpanFeature } from './span-features.ts';

/** What the weights were fitted on, and for what. */
export const provenance = {
  /** SHA-256 of the data file. */
  data: '${provenance.data}',
  conversations: [${list}],
  questions: ${provenance.questions},
  passages: '${provenance.passages}',
  objective: '${provenance.objective}',
} as const;

/** The weights of the log-linear model over spans. */
export const spanWeights: Readonly<Record<SpanFeature, number>> = {
${Object.entries(weights)
  .map(([name, weight]) => `  ${name}: ${weight},`)
  .join('\n')}
};
`;
}
