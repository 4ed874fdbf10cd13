import type { CallContext } from './call-context.ts';
import type { ModelContext } from './model-context.ts';
import type { Usage } from './remote/usage.ts';

/**
 * Counts the tokens of a call and, where there are prices, its dollars; or that these are not known, because the
 * model has no price or the server did not count.
 */
export function noteUsage(
  model: string,
  usage: Usage | undefined,
  { costOf }: Pick<ModelContext, 'costOf'>,
  call: Pick<CallContext, 'note'>,
): void {
  if (usage !== undefined) {
    call.note('inputTokens', usage.input);
    call.note('cachedInputTokens', usage.cachedInput);
    call.note('outputTokens', usage.output);
  }
  if (costOf === undefined) return;
  const dollars = usage && costOf(model, usage);
  if (dollars === undefined) call.note('unpricedCalls', 1);
  else call.note('costUsd', dollars);
}
