import { describe, expect, it } from 'vitest';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatReply } from '../../models/chat-model.ts';
import { createChatJudge } from '../../models/chat-judge.ts';
import type { JudgeRequest } from '../../models/judge.ts';
import type { Rubric } from '../../models/judges.ts';
import { loadPrompts } from '../../models/prompts.ts';
import { ScriptedChat } from '../support/scripted-chat.ts';

const request = { question: 'What leaks?', gold: 'the boat', answer: 'Their {{gold}} boat\n\nCORRECT' };

function judgeThatHears(reply: string | ChatReply, rubric: Rubric = 'strict') {
  const chat = new ScriptedChat(reply);
  const prompt = `judge-${rubric}` as const;
  const judge = createChatJudge<JudgeRequest>({
    model: chat,
    prompts: loadPrompts('', [prompt]),
    textOf: (prompts, asked) => prompts.fill(prompt, { ...asked }),
    what: 'answer',
    maxTokens: 40,
  });
  return { chat, judge };
}

function keyOf(rubric: Rubric, changed: object): string {
  return JSON.stringify(judgeThatHears('', rubric).judge.promptOf({ ...request, ...changed }));
}

it('asks with the words of question, gold and answer as they are', async () => {
  const { chat, judge } = judgeThatHears('CORRECT');
  expect(await judge.judge(request, quietCall)).toEqual({ verdict: 'correct', raw: 'CORRECT' });
  expect(chat.asked).toHaveLength(1);
  const [message] = chat.asked[0]?.messages ?? [];
  for (const text of Object.values(request)) expect(message?.content).toContain(`\n${text}\n`);
  expect(judge.promptOf(request)).toMatchObject({ messages: [message], maxTokens: 40 });
});

it('has a key of its own for each rubric and each word', () => {
  const others = [{}, { question: 'Who?' }, { gold: 'a boat' }, { answer: 'a boat' }];
  const keys = others.flatMap((changed) => [keyOf('strict', changed), keyOf('lenient', changed)]);
  expect(new Set(keys).size).toBe(8);
});

it('knows the prompt of its rubric alone', () => {
  expect(Object.keys({ ...(loadPrompts('', ['judge-lenient']).identity as object) })).toEqual([
    'judge-lenient',
  ]);
  expect(JSON.stringify(loadPrompts().identity)).not.toContain('judge');
});

describe('an answer has no verdict', () => {
  it('where the judge gives none twice, and its words are told', async () => {
    const { chat, judge } = judgeThatHears('Who knows?');
    const failure: unknown = await judge.judge(request, quietCall).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ItemFailure);
    expect(String(failure)).toContain('unparsed verdict, asked twice: "Who knows?"');
    expect(chat.asked.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'user'],
    ]);
  });

  it.each<[ChatReply, string]>([
    [{ text: 'It is WRONG to', finishReason: 'length' }, 'cut off after 40 tokens; --judge-max-tokens'],
    [{ text: 'WRONG', finishReason: 'filtered' }, 'filter'],
    [{ text: ' ', finishReason: 'stop' }, 'empty'],
  ])('where its reply did not come whole: %j', async (reply, reason) => {
    const { chat, judge } = judgeThatHears(reply);
    await expect(judge.judge(request, quietCall)).rejects.toThrow(reason);
    expect(chat.asked).toHaveLength(1);
  });
});
