import type { Notes } from '../engine/notes.ts';
import type { ChatMessage } from './chat-model.ts';
import type { ModelContext } from './model-context.ts';

/** What a provider adds to each message of a prompt, in tokens: OpenAI's figure, and none is known of others. */
const perMessage = 3;
const perReply = 3;

/** What a call to a model would count, without making it; its cost where the price is known. */
export async function forecastCall(
  model: string,
  messages: readonly ChatMessage[],
  replyTokens: number,
  { tokeniserOf, costOf }: Pick<ModelContext, 'tokeniserOf' | 'costOf'>,
): Promise<Notes> {
  const { count } = await tokeniserOf(model);
  const input = messages.reduce((sum, { content }) => sum + count(content) + perMessage, perReply);
  const dollars = costOf?.(model, { input, cachedInput: 0, output: replyTokens });
  return {
    modelCalls: 1,
    inputTokens: input,
    outputTokens: replyTokens,
    ...(dollars === undefined ? { unpricedCalls: 1 } : { costUsd: dollars }),
  };
}
