import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Database } from '../../locomo/passages/passage.ts';
import type { Observation, Session } from '../../locomo/sample.ts';
import type { Corpus } from '../../retrievers/retriever.ts';

const speakers = ['Ines', 'Tomas'] as const;

/** Two people, three sittings; the speakers take turns. */
const sittings = [
  {
    dateTime: '6:10 pm on 3 March, 2021',
    lines: [
      'Guess what, I adopted a greyhound!',
      'No way! What is the dog called?',
      'Biscuit. He slept the whole first night.',
      'I have a concert on Friday, my first one with the cello.',
      'You must be so nervous.',
      'A little. My grandfather built that cello.',
    ],
    summary: 'Ines tells of the greyhound that she adopted. Tomas prepares for a cello concert.',
    observations: [
      { speaker: 'Ines', text: 'Ines adopted a greyhound named Biscuit.', turns: [1, 3] },
      { speaker: 'Tomas', text: 'Tomas plays a cello that his grandfather built.', turns: [4, 6] },
    ],
  },
  {
    dateTime: '9:45 am on 19 April, 2021',
    lines: [
      'How did it go on stage?',
      'I broke a string in the second movement!',
      'Oh no. Did you stop playing?',
      'A stranger lent me hers, so we went on.',
      'We hiked to the lighthouse with Biscuit. \u{1F415}',
      'That view is worth the climb.',
    ],
    summary: 'Tomas broke a string on stage. Ines hiked to a lighthouse.',
    observations: [
      { speaker: 'Tomas', text: 'Tomas broke a string during his concert.', turns: [2] },
      { speaker: 'Ines', text: 'Ines hiked to a lighthouse with her dog.', turns: [5] },
    ],
  },
  {
    dateTime: '8:05 pm on 2 July, 2021',
    lines: [
      'I am moving to Lisbon in autumn.',
      'For the job at the aquarium?',
      'Yes, they want me to look after the otters.',
      'I will visit and bring pastries.',
      'Bring the cello instead.',
      'Deal!',
    ],
    summary: 'Ines moves to Lisbon to care for otters at an aquarium.',
    observations: [
      { speaker: 'Ines', text: 'Ines will look after otters at an aquarium in Lisbon.', turns: [1, 3] },
    ],
  },
];

const sessions: Session[] = sittings.map(({ dateTime, lines }, index) => ({
  number: index + 1,
  dateTime,
  turns: lines.map((text, turn) => ({
    id: `D${index + 1}:${turn + 1}`,
    speaker: speakers[turn % 2] ?? '',
    text,
    ...(text.includes('lighthouse') ? { caption: 'a photo of a red lighthouse on a cliff' } : {}),
  })),
}));

const observations: Observation[] = sittings.flatMap((sitting, index) =>
  sitting.observations.map(({ speaker, text, turns }) => ({
    session: index + 1,
    speaker,
    text,
    turnIds: turns.map((turn) => `D${index + 1}:${turn}`),
  })),
);
const summaries = sittings.map(({ summary }, index) => ({ session: index + 1, text: summary }));

/** The conversation of Ines and Tomas with the passages of one database. */
export function fictionalCorpus(database: Database): Corpus {
  const source = { sessions, observations, summaries };
  return { sampleId: 'fiction-1', speakers, sessions, passages: buildPassages(source, database) };
}
