import { ItemFailure } from '../engine/stage.ts';
import type { ChatReply } from './chat-model.ts';

/** The text of a reply that came whole; any other is an `ItemFailure` and must not be kept as a reply. */
export function wholeText(
  { text, finishReason }: ChatReply,
  { maxTokens, flag }: { readonly maxTokens: number | null; readonly flag: string },
): string {
  if (finishReason === 'filtered') throw new ItemFailure("The provider's filter withheld the reply.");
  if (finishReason === 'length')
    throw new ItemFailure(
      `The reply was cut off after ${maxTokens ?? 'so many'} tokens; ${flag} allows more.`,
    );
  if (text.trim() === '') throw new ItemFailure('The reply is empty.');
  return text;
}
