/** What a stage can count while it works; summed into manifests and runs. */
export type Measure =
  | 'modelCalls'
  | 'embeddingCalls'
  | 'inputTokens'
  /** Of the input, what a question is answered from, without instructions and question: by its share of the characters. */
  | 'contextTokens'
  | 'cachedInputTokens'
  /** Of the input, what a provider was told to keep. */
  | 'cacheWriteTokens'
  | 'outputTokens'
  | 'costUsd'
  /** Calls whose cost is not known. */
  | 'unpricedCalls';

/** Amounts by measure. */
export type Notes = { readonly [M in Measure]?: number };

/** Sums amounts measure by measure. */
export function addNotes(a: Notes, b: Notes): Notes {
  const sum: { [measure: string]: number } = { ...a };
  for (const [measure, amount] of Object.entries(b)) sum[measure] = (sum[measure] ?? 0) + amount;
  return sum;
}
