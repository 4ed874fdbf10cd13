import { ItemFailure } from '../engine/stage.ts';
import { readVerdict } from '../locomo/reply/read-verdict.ts';
import { unparsedReason } from '../locomo/reply/unparsed-verdict.ts';
import type { ChatMessage, ChatModel } from './chat-model.ts';
import type { Judge } from './judge.ts';
import type { Prompts } from './prompts.ts';
import { wholeText } from './whole-text.ts';

export interface ChatJudgeSettings<Request> {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  /** What it is asked. */
  textOf(prompts: Prompts, request: Request): string;
  /** What is judged, in one word. */
  readonly what: 'answer' | 'statement';
  /** The longest reply; null leaves it to the model. One that is cut off there is refused. */
  readonly maxTokens: number | null;
}

/** One sentence and one word; so many tokens are taken for a reply that is not there yet. */
const usualReply = 40;

/**
 * Judges by asking a chat model. Where its reply holds no verdict it is asked once more, in the same chat; after
 * that there is none. That is a failure of the item and not a verdict: it is not kept, its reply is told as
 * the reason, and the next run asks again.
 */
export function createChatJudge<Request>({
  model,
  prompts,
  textOf,
  what,
  maxTokens,
}: ChatJudgeSettings<Request>): Judge<Request> {
  const ask = (request: Request): ChatMessage => ({ role: 'user', content: textOf(prompts, request) });
  /** Sent after a reply that no verdict can be read from. */
  const reminder = `Give your verdict on that ${what} in one word and nothing else: CORRECT or WRONG.`;
  return {
    identity: { judge: 'chat', version: 1, ...model.identity },
    prompts: prompts.identity,
    promptOf: (request) => ({ messages: [ask(request)], reminder, maxTokens }),
    asksServer: model.asksServer,
    ...(model.atOnce === undefined ? {} : { atOnce: model.atOnce }),
    forecast: (request) => model.forecast([ask(request)], { usual: usualReply, longest: maxTokens }),
    assertReady: () => model.assertReady?.(),
    async judge(request, call) {
      const replyTo = async (messages: readonly ChatMessage[]): Promise<string> =>
        wholeText(await model.complete(messages, { maxTokens }, call), {
          maxTokens,
          flag: '--judge-max-tokens',
        });
      const asked = ask(request);
      const first = await replyTo([asked]);
      const verdict = readVerdict(first);
      if (verdict !== undefined) return { verdict, raw: first };
      const second = await replyTo([
        asked,
        { role: 'assistant', content: first },
        { role: 'user', content: reminder },
      ]);
      const late = readVerdict(second);
      if (late === undefined) throw new ItemFailure(unparsedReason(second));
      return { verdict: late, raw: `${first}\n\n${second}` };
    },
  };
}
