import { ExpectedError } from '../engine/expected-error.ts';
import { ItemFailure } from '../engine/stage.ts';
import { contextText } from '../locomo/layout.ts';
import { chooseOption } from '../locomo/reply/choose-option.ts';
import { finalAnswer } from '../locomo/reply/final-answer.ts';
import { readBatchReply } from '../locomo/reply/read-batch-reply.ts';
import type { CallContext } from './call-context.ts';
import type { ChatMessage, ChatModel, ChatReply } from './chat-model.ts';
import { batchPrompt, conversationPrompt, type Prompt } from './conversation-prompt.ts';
import type { Prompts } from './prompts.ts';
import type { Reader, ReadRequest, Reply } from './reader.ts';
import { endsItem, rethrowApart } from './remote/apart.ts';
import type { Fault } from './remote/fault.ts';
import { wholeText } from './whole-text.ts';

/** What a chat model is asked for one question: all of it enters the key of the answer. */
type Asked = { readonly messages: readonly ChatMessage[]; readonly maxTokens: number | null };

export interface ChatReaderSettings {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  /** The longest reply to one question; null leaves it to the model. One that is cut off there is refused. */
  readonly maxTokens: number | null;
}

/** Replies are short; so many tokens are taken for one that is not there yet. */
const usualReply = 32;

/** Answers by asking a chat model, one question or several in one message. */
export function createChatReader({ model, prompts, maxTokens }: ChatReaderSettings): Reader {
  const prompt = (request: ReadRequest): Prompt =>
    request.isConversation === true ? conversationPrompt(request, prompts) : passagesPrompt(request, prompts);
  const ask = (request: ReadRequest): Asked => ({ messages: [prompt(request).message], maxTokens });
  const usual = maxTokens === null ? usualReply : Math.min(maxTokens, usualReply);

  async function complete(
    { message, context }: Prompt,
    longest: number | null,
    call: CallContext,
  ): Promise<ChatReply> {
    const reply = await model.complete([message], { maxTokens: longest }, call);
    const share = context / message.content.length;
    if (reply.usage !== undefined) call.note('contextTokens', Math.round(reply.usage.input * share));
    return reply;
  }

  async function read(request: ReadRequest, call: CallContext): Promise<Reply> {
    const reply = await complete(prompt(request), maxTokens, call);
    const final = finalAnswer(wholeText(reply, { maxTokens, flag: '--max-tokens' }));
    if (final === '') throw new ItemFailure('The reply holds reasoning and no answer.');
    return replyOf(final, reply.text, request);
  }

  return {
    identity: { reader: 'chat', version: 1, ...model.identity },
    asksServer: model.asksServer,
    ...(model.atOnce === undefined ? {} : { atOnce: model.atOnce }),
    prompts: prompts.identity,
    promptOf: ask,
    assertReady: () => model.assertReady?.(),
    read,
    forecast: (request) => model.forecast([prompt(request).message], { usual, longest: maxTokens }),
    promptOfAll: (requests) => batchPrompt(requests, prompts).message,
    async readAll(requests, call) {
      const longest = longestOf(requests);
      const reply = await complete(batchPrompt(requests, prompts), longest, call).catch((error: unknown) =>
        rethrowApart(error, isOfBatch),
      );
      const numbers = new Set(requests.keys());
      const answers = readBatchReply(wholeText(reply, { maxTokens: longest, flag: '--max-tokens' }), numbers);
      return Promise.all(
        requests.map(async (request, number) => {
          const answer = answers.get(number);
          // What is kept beside an answer is its own part: the whole reply stands with every question.
          return answer === undefined
            ? readAlone(request, call)
            : replyOf(finalAnswer(answer), answer, request);
        }),
      );
    },
    forecastAll: (requests) =>
      model.forecast([batchPrompt(requests, prompts).message], {
        usual: usual * requests.length,
        longest: longestOf(requests),
      }),
  };

  async function readAlone(request: ReadRequest, call: CallContext): Promise<Reply | ItemFailure> {
    try {
      return await read(request, call);
    } catch (error) {
      if (error instanceof ItemFailure) return error;
      // What the batch was paid for is kept: the next call meets what ends the run again.
      if (error instanceof ExpectedError) return new ItemFailure(error.message, { cause: error });
      if (call.stopping.aborted) return new ItemFailure('The run was stopped.', { cause: error });
      throw error;
    }
  }

  function longestOf(requests: readonly ReadRequest[]): number | null {
    return maxTokens === null ? null : maxTokens * requests.length;
  }
}

function replyOf(final: string, said: string, { options }: ReadRequest): Reply {
  const answer = options === null ? final : chooseOption(final, options);
  return answer === said ? { answer } : { answer, raw: said };
}

/** Whether each question of a batch may fare better alone: also where a model has nothing to say to all of them. */
function isOfBatch(fault: Fault): boolean {
  return endsItem(fault) || fault.code === 'empty-answer';
}

function passagesPrompt(request: ReadRequest, prompts: Prompts): Prompt {
  const { passages, options, question } = request;
  const context = contextText(passages);
  const slots = { speakers: request.speakers.join(' and '), context, question };
  const [optionA = '', optionB = ''] = options ?? [];
  const content =
    options === null
      ? prompts.fill(request.wantsDate ? 'answer-with-date' : 'answer', slots)
      : prompts.fill('answer-of-two', { ...slots, 'option-a': optionA, 'option-b': optionB });
  return { message: { role: 'user', content }, context: context.length };
}
