import { describe, expect, it } from 'vitest';
import { createExtractiveReader } from '../../models/extractive/reader.ts';
import { quietCall } from '../../models/call-context.ts';
import type { ContextPassage, ReadRequest } from '../../models/reader.ts';
import { asked, turn } from '../support/fictional-passages.ts';

const read = async (request: ReadRequest): Promise<string> =>
  (await createExtractiveReader().read(request, quietCall)).answer;

const unknown = 'Not mentioned in the conversation';

describe('questions with a rule of their own', () => {
  const boat = [
    turn('D1:4', 'Tomas', 'I launched my boat last week. It floats!'),
    turn('D2:2', 'Tomas', 'I have had the boat for three years.', '9 May, 2021'),
    turn('D2:5', 'Ines', 'I paint twice a week.', '9 May, 2021'),
  ];

  it('computes a date from the day of the session, in the unit asked for', async () => {
    expect(await read(asked('When did Tomas launch his boat?', boat))).toBe('The week before 3 March 2021');
    expect(await read(asked('In which month did Tomas launch his boat?', boat))).toBe('February 2021');
    expect(await read(asked('In what year did Tomas launch his boat?', boat))).toBe('2021');
  });

  it('gives the day of the session where no time is named', async () => {
    const passages = [turn('D1:4', 'Tomas', 'I just launched my boat!')];
    expect(await read(asked('When did Tomas launch his boat?', passages))).toBe('3 March 2021');
  });

  it('holds a month in the question against the time named', async () => {
    const trips = [
      turn('D1:1', 'Ines', 'Yesterday I went diving.', '20 July, 2021'),
      turn('D2:1', 'Ines', 'Yesterday I went diving.', '5 June, 2021'),
    ];
    expect(await read(asked('When did Ines go diving in June?', trips))).toBe('4 June 2021');
  });

  it('finds durations, frequencies and numbers', async () => {
    expect(await read(asked('How long has Tomas had his boat?', boat))).toBe('three years');
    expect(await read(asked('How often does Ines paint?', boat))).toBe('twice a week');
    const owls = [turn('D1:1', 'Ines', 'We counted 14 owls in the barn.')];
    expect(await read(asked('How many owls did Ines count in the barn?', owls))).toBe('14');
  });

  it('chooses between two alternatives, and says yes otherwise', async () => {
    const passages = [turn('D1:1', 'Ines', 'I adore the opera, I go every month.')];
    expect(await read(asked('Would Ines enjoy the circus or the opera?', passages))).toBe('the opera');
    expect(await read(asked('Does Ines like the opera?', passages))).toBe('Yes');
  });
});

describe('questions for words of the passages', () => {
  it('answers with a span near the words of the question, without them', async () => {
    const passages = [
      turn('D1:2', 'Tomas', 'I adopted a grey parrot from a lighthouse keeper.'),
      turn('D3:1', 'Ines', 'The weather was awful.'),
    ];
    const answer = await read(asked('What did Tomas adopt?', passages));
    expect(answer).toContain('parrot');
    expect(answer).not.toMatch(/adopted|weather/);
  });

  it('prefers what the subject said', async () => {
    const passages = [
      turn('D1:1', 'Ines', 'My favourite dish is mushroom risotto.'),
      turn('D2:1', 'Tomas', 'My favourite dish is pickled herring.'),
    ];
    expect(await read(asked('What is the favourite dish of Tomas?', passages))).toContain('herring');
    expect(await read(asked('What is the favourite dish of Ines?', passages))).toContain('risotto');
  });

  it('takes a quoted title whole', async () => {
    const passages = [turn('D1:1', 'Ines', 'I am reading "The Salt Road of Ghadir" on the train.')];
    expect(await read(asked('What book is Ines reading?', passages))).toBe('The Salt Road of Ghadir');
  });
});

describe('a choice between an answer and "not mentioned"', () => {
  const passages = [
    turn('D1:1', 'Ines', 'I won a silver medal in fencing.'),
    turn('D1:2', 'Tomas', 'Well done! I never won a thing.'),
  ];
  const choose = (question: string, options: readonly [string, string], from = passages): Promise<string> =>
    read(asked(question, from, options));

  it('goes by who said it, in either order of the options', async () => {
    expect(await choose('What did Ines win in fencing?', ['a silver medal', unknown])).toBe('a silver medal');
    expect(await choose('What did Ines win in fencing?', [unknown, 'a silver medal'])).toBe('a silver medal');
    expect(await choose('What did Tomas win in fencing?', ['a silver medal', unknown])).toBe(unknown);
    expect(await choose('What did Tomas win in fencing?', [unknown, 'a silver medal'])).toBe(unknown);
  });

  it('lets the answer stand where both or none are asked about', async () => {
    expect(await choose('What did Ines and Tomas win?', [unknown, 'a silver medal'])).toBe('a silver medal');
    expect(await choose('What was won in fencing?', [unknown, 'a silver medal'])).toBe('a silver medal');
  });

  it('reads captions, observations, and summaries by the speaker they name', async () => {
    const image = {
      ...turn('D1:1', 'Ines', 'Look!'),
      text: 'Ines said, "Look!" and shared a photo of a medal',
    };
    expect(await choose('What did Tomas show?', [unknown, 'a medal'], [image])).toBe(unknown);
    const observation = { ...turn('D1:1', 'Ines', ''), id: 'O1:1', text: 'Ines won a silver medal.' };
    expect(await choose('What did Tomas win?', [unknown, 'a silver medal'], [observation])).toBe(unknown);
    const { speaker: _, ...bare } = observation;
    const summary: ContextPassage = { ...bare, id: 'S1', text: 'Tomas listened. Ines won a silver medal.' };
    expect(await choose('What did Tomas win?', [unknown, 'a silver medal'], [summary])).toBe(unknown);
    expect(await choose('What did Ines win?', [unknown, 'a silver medal'], [summary])).toBe('a silver medal');
  });

  it('tells the refusal from a distractor that holds its words', async () => {
    const distractor = 'The hall was not mentioned in the conversation';
    expect(await choose('Where did Ines fence?', [distractor, unknown])).toBe(distractor);
  });
});

describe('every request gets an answer', () => {
  it('says that nothing is mentioned where nothing was retrieved', async () => {
    for (const question of ['When did Ines sail?', 'What did Ines do?', 'Does Ines sail?', '', '?'])
      expect(await read(asked(question, []))).toBe(unknown);
    expect(await read(asked('What did Ines do?', [], ['sail', unknown]))).toBe('sail');
  });

  it('reads passages without words, without a readable stamp, and with scores below 0', async () => {
    expect(await read(asked('What did Ines do?', [turn('D1:1', 'Ines', '… 🎉')]))).toBe(unknown);
    const undated = { ...turn('D1:1', 'Ines', 'I sailed.'), dateTime: 'once' };
    expect(await read(asked('When did Ines sail?', [undated]))).toBe('sailed');
    const request = asked('What did Ines buy?', []);
    const passages = [{ ...turn('D1:1', 'Ines', 'I bought a kayak.'), score: -2 }];
    expect(await read({ ...request, passages })).toContain('kayak');
  });

  it('reads observations and summaries', async () => {
    const observation = { ...turn('D1:1', 'Ines', ''), id: 'O1:1', text: 'Ines bought a kayak in Lisbon.' };
    expect(await read(asked('What did Ines buy?', [observation]))).toContain('kayak');
    const { speaker: _, ...summary } = { ...observation, id: 'S1' };
    expect(await read(asked('What did Ines buy?', [summary]))).toContain('kayak');
  });
});

it('is surer where one sentence stands out, and says nothing of it where it abstains or chooses', async () => {
  const reader = createExtractiveReader();
  const medal = turn('D1:1', 'Ines', 'I won a silver medal in fencing.');
  const rival = turn('D1:2', 'Ines', 'I won a bronze medal in fencing.');
  const ask = (...passages: ReturnType<typeof turn>[]) =>
    reader.read(asked('What did Ines win?', passages), quietCall);
  const [alone, beside, nothing] = await Promise.all([ask(medal), ask(medal, rival), ask()]);
  expect(alone?.confidence).toBeGreaterThan(beside?.confidence ?? Infinity);
  expect(beside?.confidence).toBeGreaterThanOrEqual(0);
  expect(nothing).toEqual({ answer: unknown });
  const choice = { ...asked('What did Ines win?', [medal]), options: ['a medal', unknown] as const };
  expect(await reader.read(choice, quietCall)).not.toHaveProperty('confidence');
});

it('gives the same answer every time, and is known by its constants', async () => {
  const request = asked('What did Ines win?', [
    turn('D1:1', 'Ines', 'I won a silver medal in fencing, and a hat.'),
    turn('D1:2', 'Tomas', 'A hat! I won a hat too, at the races in Porto.'),
  ]);
  const readers = [createExtractiveReader(), createExtractiveReader()];
  const replies = await Promise.all(
    readers.flatMap((reader) => [reader.read(request, quietCall), reader.read(request, quietCall)]),
  );
  expect(new Set(replies.map(({ answer }) => answer)).size).toBe(1);
  expect(readers[0]?.identity).toEqual(readers[1]?.identity);
  expect(readers[0]?.identity).toMatchObject({
    reader: 'extractive',
    constants: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
