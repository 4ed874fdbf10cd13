import type { CallContext } from './call-context.ts';
import type { ModelContext } from './model-context.ts';
import type { Usage } from './remote/usage.ts';

/** Counts the tokens of a call, and its dollars; or that they are not known, for want of a price or of a count. */
export function noteUsage(
  model: string,
  usage: Usage | undefined,
  { costOf }: Pick<ModelContext, 'costOf'>,
  call: Pick<CallContext, 'note'>,
): void {
  if (usage !== undefined) {
    call.note('inputTokens', usage.input);
    call.note('cachedInputTokens', usage.cachedInput);
    if (usage.cacheWrite !== undefined) call.note('cacheWriteTokens', usage.cacheWrite);
    call.note('outputTokens', usage.output);
  }
  const dollars = usage && costOf?.(model, usage);
  if (dollars === undefined) call.note('unpricedCalls', 1);
  else call.note('costUsd', dollars);
}
