import type { Notes } from '../engine/notes.ts';

/** What calls to models came to. */
export interface Spending {
  readonly calls: { readonly model: number; readonly embedding: number };
  /** Of the input: what a question is answered from, and what was read from and written to a provider's cache. */
  readonly tokens: {
    readonly input: number;
    readonly context: number;
    readonly cachedInput: number;
    readonly cacheWrite: number;
    readonly output: number;
  };
  /** Dollars of the calls whose price is known. */
  readonly costUsd: number;
  /** Calls whose price is not known; their cost is in no sum. */
  readonly unpricedCalls: number;
}

/** What was noted while items were computed. */
export function spendingOf(notes: Notes): Spending {
  return {
    calls: { model: notes.modelCalls ?? 0, embedding: notes.embeddingCalls ?? 0 },
    tokens: {
      input: notes.inputTokens ?? 0,
      context: notes.contextTokens ?? 0,
      cachedInput: notes.cachedInputTokens ?? 0,
      cacheWrite: notes.cacheWriteTokens ?? 0,
      output: notes.outputTokens ?? 0,
    },
    // Sums of binary fractions, rounded to what a price list can tell apart.
    costUsd: Math.round((notes.costUsd ?? 0) * 1e9) / 1e9,
    unpricedCalls: notes.unpricedCalls ?? 0,
  };
}

/** Dollars as people read them; `unknown`, or `and unknown` behind them, where calls have no price. */
export function costText({ costUsd, unpricedCalls }: Spending): string {
  const dollars = `$${costUsd.toFixed(costUsd > 0 && costUsd < 1 ? 4 : 2)}`;
  if (unpricedCalls === 0) return dollars;
  return costUsd === 0 ? 'unknown' : `${dollars} + unknown`;
}
