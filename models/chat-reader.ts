import { ItemFailure } from '../engine/stage.ts';
import { contextText } from '../locomo/layout.ts';
import { chooseOption } from '../locomo/reply/choose-option.ts';
import { finalAnswer } from '../locomo/reply/final-answer.ts';
import type { ChatMessage, ChatModel } from './chat-model.ts';
import type { Prompts } from './prompts.ts';
import type { Reader, ReadRequest } from './reader.ts';
import { wholeText } from './whole-text.ts';

/** What a chat model is asked for one question: all of it enters the key of the answer. */
type Asked = { readonly messages: readonly ChatMessage[]; readonly maxTokens: number | null };

export interface ChatReaderSettings {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  /** The longest reply; null leaves it to the model. One that is cut off there is refused. */
  readonly maxTokens: number | null;
}

/** Answers by asking a chat model, one question in one message. */
export function createChatReader({ model, prompts, maxTokens }: ChatReaderSettings): Reader {
  const ask = (request: ReadRequest): Asked => ({
    messages: [{ role: 'user', content: promptText(request, prompts) }],
    maxTokens,
  });
  return {
    identity: { reader: 'chat', version: 1, ...model.identity },
    prompts: prompts.identity,
    promptOf: ask,
    assertReady: () => model.assertReady?.(),
    async read(request, call) {
      const { messages } = ask(request);
      const reply = await model.complete(messages, { maxTokens }, call);
      const final = finalAnswer(wholeText(reply, { maxTokens, flag: '--max-tokens' }));
      if (final === '') throw new ItemFailure('The reply holds reasoning and no answer.');
      const answer = request.options === null ? final : chooseOption(final, request.options);
      return answer === reply.text ? { answer } : { answer, raw: reply.text };
    },
  };
}

function promptText(request: ReadRequest, prompts: Prompts): string {
  const { passages, options, question } = request;
  const slots = {
    speakers: request.speakers.join(' and '),
    // The ids of passages tell the databases apart, and only summaries are laid out differently.
    context: contextText(passages, passages.some(({ id }) => id.startsWith('S')) ? 'summary' : 'dialog'),
    question,
  };
  if (options === null) return prompts.fill(request.wantsDate ? 'answer-with-date' : 'answer', slots);
  const [optionA, optionB] = options;
  return prompts.fill('answer-of-two', { ...slots, 'option-a': optionA, 'option-b': optionB });
}
