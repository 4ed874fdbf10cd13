import { transcriptText } from '../locomo/layout.ts';
import type { ChatMessage } from './chat-model.ts';
import type { Prompts } from './prompts.ts';
import type { ReadRequest } from './reader.ts';

/** A message with the characters in it that are what is known, without instructions and questions. */
export interface Prompt {
  readonly message: ChatMessage;
  readonly context: number;
}

/** The letters of two options, as they are shown. */
const letters = ['(a)', '(b)'] as const;

/** A question on a whole conversation: the conversation first, which many calls share, and the question last. */
export function conversationPrompt(request: ReadRequest, prompts: Prompts): Prompt {
  return promptOf(request, questionText(request, prompts), prompts);
}

/** Several questions on the conversation of the first, numbered from 0. */
export function batchPrompt(requests: readonly ReadRequest[], prompts: Prompts): Prompt {
  const questions = requests.map(({ question, wantsDate, options }, number) => {
    const offered = options?.map((option, place) => `\n  ${letters[place]} ${option}`) ?? [];
    return `${number}: ${question}${wantsDate ? ' [date]' : ''}${offered.join('')}`;
  });
  const [first] = requests;
  if (first === undefined) throw new Error('a batch without a question');
  return promptOf(
    first,
    prompts.fill('ask-conversation-batch', { questions: questions.join('\n') }),
    prompts,
  );
}

function promptOf({ speakers, passages }: ReadRequest, asked: string, prompts: Prompts): Prompt {
  const context = transcriptText(passages).trimEnd();
  const start = `${prompts.fill('conversation', { speakers: speakers.join(' and '), context })}\n\n`;
  const message = { role: 'user', content: start + asked, shared: start.length } as const;
  return { message, context: context.length };
}

function questionText({ question, wantsDate, options }: ReadRequest, prompts: Prompts): string {
  if (options === null)
    return prompts.fill(wantsDate ? 'ask-conversation-with-date' : 'ask-conversation', { question });
  const [optionA, optionB] = options;
  return prompts.fill('ask-conversation-of-two', { question, 'option-a': optionA, 'option-b': optionB });
}
