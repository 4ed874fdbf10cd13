import type { CallContext } from './call-context.ts';
import type { ModelContext } from './model-context.ts';
import type { Usage } from './remote/usage.ts';

/** Counts the tokens of a call, and its dollars where the price of the model is known. */
export function noteUsage(
  model: string,
  usage: Usage,
  { costOf }: Pick<ModelContext, 'costOf'>,
  call: Pick<CallContext, 'note'>,
): void {
  call.note('inputTokens', usage.input);
  call.note('cachedInputTokens', usage.cachedInput);
  call.note('outputTokens', usage.output);
  const dollars = costOf?.(model, usage);
  if (dollars !== undefined) call.note('costUsd', dollars);
}
