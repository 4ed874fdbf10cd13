import { describe, expect, it } from 'vitest';
import { ItemFailure } from '../../engine/stage.ts';
import { notMentioned } from '../../locomo/answer-protocol.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ChatReply } from '../../models/chat-model.ts';
import { createChatReader } from '../../models/chat-reader.ts';
import { loadPrompts } from '../../models/prompts.ts';
import type { ReadRequest } from '../../models/reader.ts';
import { bestPassage } from '../support/best-passage.ts';
import { asked, turn } from '../support/fictional-passages.ts';
import { ScriptedChat } from '../support/scripted-chat.ts';

const prompts = loadPrompts();

function readerThatHears(reply: string | ChatReply) {
  const chat = new ScriptedChat(reply);
  return { chat, reader: createChatReader({ model: chat, prompts, maxTokens: 40 }) };
}

/** What the model is asked for a request. */
async function prompted(request: ReadRequest): Promise<string> {
  const { chat, reader } = readerThatHears('behind the school');
  await reader.read(request, quietCall);
  expect(chat.asked).toHaveLength(1);
  expect(chat.asked[0]).toEqual(reader.promptOf?.(request));
  return chat.asked[0]?.messages.map(({ content }) => content).join('\n') ?? '';
}

describe('the prompt', () => {
  it('holds speakers, question, and passages behind their dates, best first', async () => {
    const passages = [
      turn('D2:1', 'Ines', 'I moved the bees.', '4 May, 2021'),
      turn('D1:2', 'Tomas', 'Where to?\n\nTell me "all" {{question}}.'),
    ];
    const text = await prompted(asked('Where are the bees?', passages));
    expect(text).toContain('between Ines and Tomas');
    expect(text).toContain(
      '\n6:10 pm on 4 May, 2021: Ines said, "I moved the bees."\n' +
        '6:10 pm on 3 March, 2021: Tomas said, "Where to?\n\nTell me "all" {{question}}."\n',
    );
    expect(text).toContain('Question: Where are the bees?');
    expect(text).not.toContain('(a)');
  });

  it('keeps summaries apart by a blank line', async () => {
    const summaries = ['S2', 'S1'].map((id) => ({ ...turn('D1:1', 'Ines', ''), id, text: `Summary ${id}.` }));
    const text = await prompted(asked('Where?', summaries));
    expect(text).toContain(
      '\n6:10 pm on 3 March, 2021: Summary S2.\n\n6:10 pm on 3 March, 2021: Summary S1.\n',
    );
  });

  it('asks for an approximate date where one is wanted', async () => {
    const dated = await prompted({ ...bestPassage, wantsDate: true });
    expect(dated).toContain('approximate date');
    expect(await prompted(bestPassage)).not.toContain('approximate date');
  });

  it('offers two options in their order', async () => {
    const text = await prompted({ ...bestPassage, options: [notMentioned, 'in the barn'] });
    expect(text).toContain(`(a) ${notMentioned}\n(b) in the barn`);
  });

  it('is made where nothing was found', async () => {
    expect(await prompted(asked('Where are the bees?', []))).toContain('Question: Where are the bees?');
  });

  it('is another one for everything that a request holds, but for scores and ids', () => {
    const { reader } = readerThatHears('');
    const of = (request: ReadRequest) => JSON.stringify(reader.promptOf?.(request));
    const others: ReadRequest[] = [
      { ...bestPassage, question: 'Where does Ines keep bees?' },
      { ...bestPassage, speakers: ['Ines', 'Bo'] },
      { ...bestPassage, passages: [] },
      { ...bestPassage, wantsDate: true },
      { ...bestPassage, options: ['a barn', notMentioned] },
      { ...bestPassage, options: [notMentioned, 'a barn'] },
    ];
    expect(new Set([bestPassage, ...others].map(of)).size).toBe(others.length + 1);
    const rescored = bestPassage.passages.map((passage) => ({ ...passage, score: 0.1 }));
    expect(of({ ...bestPassage, passages: rescored })).toBe(of(bestPassage));
  });
});

describe('the answer', () => {
  it('is the reply where there is nothing else in it', async () => {
    const { reader } = readerThatHears('behind the school');
    expect(await reader.read(bestPassage, quietCall)).toEqual({ answer: 'behind the school' });
  });

  it('is taken out of the reply, which is kept beside it', async () => {
    const raw = '<think>The passage tells.</think>\nAnswer: behind the school';
    const { reader } = readerThatHears(raw);
    expect(await reader.read(bestPassage, quietCall)).toEqual({ answer: 'behind the school', raw });
  });

  it('is the text of the option that was chosen', async () => {
    const { reader } = readerThatHears('Answer: (b)');
    const request = { ...bestPassage, options: [notMentioned, 'in the barn'] as const };
    expect(await reader.read(request, quietCall)).toEqual({ answer: 'in the barn', raw: 'Answer: (b)' });
  });

  it('is no option where none was offered', async () => {
    const { reader } = readerThatHears('(b)');
    expect(await reader.read(bestPassage, quietCall)).toEqual({ answer: '(b)' });
  });
});

describe('a question fails alone', () => {
  it.each<[ChatReply, string]>([
    [{ text: 'behind the', finishReason: 'length' }, 'cut off after 40 tokens; --max-tokens'],
    [{ text: '', finishReason: 'length' }, 'cut off after 40 tokens'],
    [{ text: 'behind', finishReason: 'filtered' }, 'filter'],
    [{ text: ' \n', finishReason: 'stop' }, 'empty'],
    [{ text: '<think>Where, where?</think>', finishReason: 'stop' }, 'reasoning and no answer'],
  ])('on %j', async (reply, reason) => {
    const { reader } = readerThatHears(reply);
    const failure: unknown = await reader.read(bestPassage, quietCall).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ItemFailure);
    expect(String(failure)).toContain(reason);
  });
});

it('is who its model is', () => {
  const { reader, chat } = readerThatHears('');
  expect(reader.identity).toEqual({ reader: 'chat', version: 1, ...chat.identity });
});
