import { describe, expect, it } from 'vitest';
import { quietCall } from '../../../models/call-context.ts';
import { createExtractiveObservations } from '../../../models/memory/extractive-observations.ts';
import type { SessionRequest, Statement } from '../../../models/memory/memory-writer.ts';

const lina = 'Lina';
const bram = 'Bram';

function sessionOf(turns: SessionRequest['turns']): SessionRequest {
  return { speakers: [lina, bram], dateTime: '9:15 am on 3 May, 2022', turns };
}

async function statementsOf(...turns: SessionRequest['turns']): Promise<readonly Statement[]> {
  const written = await createExtractiveObservations().write(sessionOf(turns), quietCall);
  if (!('statements' in written)) throw new Error('a summary where statements were asked for');
  return written.statements;
}

describe('the extractive writer of observations', () => {
  it('keeps what a turn states, without what it asks and how it greets, and cites the turn', async () => {
    const text = 'Hey Bram! Yesterday I planted two pear trees behind the mill.\nHow are you?';
    expect(await statementsOf({ id: 'D1:1', speaker: lina, text })).toEqual([
      {
        speaker: lina,
        text: 'Lina said, "Yesterday I planted two pear trees behind the mill."',
        turnIds: ['D1:1'],
      },
    ]);
  });

  it.each([
    'Hi Lina! How have you been?',
    'Wow, that sounds awesome! Congrats!',
    'Thanks, Lina!',
    'Yeah, I know.',
    'What is your boat called?',
    '',
    '\n',
  ])('takes nothing from %j', async (text) => {
    expect(await statementsOf({ id: 'D1:1', speaker: bram, text })).toEqual([]);
  });

  it('keeps a caption even where nothing is said with it', async () => {
    const turns = [
      { id: 'D1:1', speaker: bram, text: 'Look!', caption: 'a photo of a small boat' },
      {
        id: 'D1:2',
        speaker: bram,
        text: 'I painted the hull bright green in April.',
        caption: 'a green boat',
      },
      { id: 'D1:3', speaker: bram, text: 'Look!', caption: ' ' },
    ];
    expect(await statementsOf(...turns)).toEqual([
      { speaker: bram, text: 'Bram shared a photo of a small boat', turnIds: ['D1:1'] },
      {
        speaker: bram,
        text: 'Bram said, "I painted the hull bright green in April." and shared a green boat',
        turnIds: ['D1:2'],
      },
    ]);
  });

  it('does not take the name of a speaker for a fact', async () => {
    expect(await statementsOf({ id: 'D1:1', speaker: lina, text: 'Really good to hear, Bram!' })).toEqual([]);
  });

  it('has nothing of a session without turns', async () => {
    expect(await statementsOf()).toEqual([]);
  });
});
