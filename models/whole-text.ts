import { ItemFailure } from '../engine/stage.ts';
import type { ChatReply } from './chat-model.ts';

/** The text of a reply that came whole; any other is an `ItemFailure` and must not be kept as a reply. */
export function wholeText({ text, finishReason }: ChatReply, maxTokens: number | null): string {
  if (finishReason === 'filtered') throw new ItemFailure("The provider's filter withheld the reply.");
  if (finishReason === 'length')
    throw new ItemFailure(
      `The reply was cut off after ${maxTokens ?? 'so many'} tokens; --max-tokens allows more.`,
    );
  if (text.trim() === '') throw new ItemFailure('The reply is empty.');
  return text;
}
