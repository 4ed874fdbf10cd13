import { describe, expect, it } from 'vitest';
import { lintObservations } from '../../../locomo/lint/observations.ts';
import type { Observation, Session } from '../../../locomo/sample.ts';

const sessions: readonly Session[] = [
  {
    number: 1,
    dateTime: '9:15 am on 3 May, 2022',
    turns: [
      { id: 'D1:1', speaker: 'Ines', text: 'I bought a second-hand cello last week.' },
      { id: 'D1:2', speaker: 'Otto', text: 'Look at this!', caption: 'a goat on a tiled roof' },
    ],
  },
  {
    number: 2,
    dateTime: '8:40 pm on 20 May, 2022',
    turns: [
      { id: 'D2:1', speaker: 'Otto', text: 'The goat ate my tomatoes.' },
      { id: 'D2:2', speaker: 'Ines', text: 'My teacher says the cello needs new strings.' },
    ],
  },
];
const conversation = { speakers: ['Ines', 'Otto'], sessions } as const;

const bought: Observation = {
  session: 1,
  speaker: 'Ines',
  text: 'Ines bought a cello.',
  turnIds: ['D1:1'],
};
const goat: Observation = {
  session: 1,
  speaker: 'Otto',
  text: 'Otto has a goat that climbs on the roof.',
  turnIds: ['D1:2'],
};
const strings: Observation = {
  session: 2,
  speaker: 'Ines',
  text: 'The cello of Ines needs strings.',
  turnIds: ['D2:2'],
};
const clean = [bought, goat, strings];

function found(observations: readonly Observation[]) {
  return lintObservations(conversation, observations).map(({ kind, memory, ids }) => [
    kind,
    memory,
    ids.join(' '),
  ]);
}

describe('observations held against their conversation', () => {
  it('are clean where they say what their speaker said, captions included, and cite it in any way of writing', () => {
    expect(found(clean)).toEqual([]);
    const mended = { ...strings, text: 'Her cello needs strings, says the teacher.', turnIds: ['D:2:02'] };
    expect(found([bought, goat, mended])).toEqual([]);
    const joined = { ...bought, speaker: 'Ines', turnIds: ['D1:1, D1:1'] };
    expect(found([joined, goat, strings])).toEqual([]);
  });

  it.each<[string, Observation, readonly (readonly (string | null)[])[]]>([
    ['no words', { ...bought, text: ' … ' }, [['empty', 'O1:2', 'D1:1']]],
    [
      'a third speaker',
      { ...bought, speaker: 'Uwe', text: 'A cello was bought.' },
      [
        ['other-speaker', 'O1:2', 'D1:1'],
        ['unknown-speaker', 'O1:2', 'D1:1'],
      ],
    ],
    [
      'the turn of the other',
      { ...goat, speaker: 'Ines', text: 'Ines saw a goat.' },
      [['other-speaker', 'O1:2', 'D1:2']],
    ],
    [
      'a turn of another session',
      { ...bought, text: 'Ines bought her cello.', turnIds: ['D1:1', 'D2:2'] },
      [['other-session', 'O1:2', 'D2:2']],
    ],
    [
      'nothing but a turn of another session',
      { ...bought, text: 'Strings of a cello.', turnIds: ['D2:2'] },
      [
        ['other-session', 'O1:2', 'D2:2'],
        ['uncited', 'O1:2', 'D2:2'],
      ],
    ],
    [
      'an id of no turn beside one that is there',
      { ...bought, text: 'Ines bought one cello.', turnIds: ['D1:1', 'D1:9'] },
      [['dangling-citation', 'O1:2', 'D1:9']],
    ],
    [
      'an id of no turn',
      { ...bought, text: 'Ines sings.', turnIds: ['D7:1'] },
      [
        ['dangling-citation', 'O1:2', 'D7:1'],
        ['uncited', 'O1:2', 'D7:1'],
      ],
    ],
    [
      'what is no id',
      { ...bought, text: 'Ines sings.', turnIds: ['turn one'] },
      [
        ['unreadable-citation', 'O1:2', 'turn'],
        ['unreadable-citation', 'O1:2', 'one'],
        ['uncited', 'O1:2', 'turn one'],
      ],
    ],
    ['nothing', { ...bought, text: 'Ines sings.', turnIds: [] }, [['uncited', 'O1:2', '']]],
    [
      'what its turn does not bear out',
      { ...bought, text: 'Ines sailed around Iceland with her uncle.' },
      [['unsupported', 'O1:2', 'D1:1']],
    ],
    [
      'the same once more',
      { ...bought, text: 'ines bought a CELLO' },
      [['repeated-in-session', 'O1:2', 'D1:1']],
    ],
  ])('one with %s is found, and it alone', (_, planted, expected) => {
    const problems = found([bought, planted, goat, strings]);
    expect(problems.toSorted()).toEqual(expected.toSorted());
  });

  it('finds what an earlier session said already', () => {
    const again = { ...bought, session: 2, turnIds: ['D2:2'] };
    const [finding, ...others] = lintObservations(conversation, [...clean, again]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ kind: 'repeated-across-sessions', memory: 'O2:2', repeats: 'O1:1' });
  });

  it('finds sessions of which nothing is written, and what is written of sessions that are not there', () => {
    expect(found([bought, goat])).toEqual([['session-left-out', null, '']]);
    const lost = { ...bought, session: 3, text: 'Cello.' };
    expect(found([...clean, lost])).toEqual([
      ['unknown-session', 'O3:1', 'D1:1'],
      ['other-session', 'O3:1', 'D1:1'],
      ['uncited', 'O3:1', 'D1:1'],
    ]);
    expect(found([])).toEqual([]);
  });

  it('tells how much is borne out: names and words without content do not count, stems do', () => {
    const one = { ...bought, text: 'Otto told Ines that buying pianos, harps and flutes is a joy.' };
    const findings = lintObservations(conversation, [one, strings]);
    expect(findings).toMatchObject([{ kind: 'unsupported', support: 1 / 6 }]);
  });
});
