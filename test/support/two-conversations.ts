import { writeFileSync } from 'node:fs';

interface Session {
  readonly date: string;
  /** Who speaks alternates, the first of `speakers` begins. */
  readonly turns: readonly string[];
  /** Statement and the turn that it was drawn from, of the first speaker. */
  readonly observations: readonly (readonly [string, string])[];
}

/** A conversation in the released format, as JSON values; tests change what they are about. */
function conversation(
  sample_id: string,
  [speaker_a, speaker_b]: readonly [string, string],
  sessions: readonly Session[],
  qa: object[],
) {
  const named = <T>(name: (number: number) => string, of: (session: Session, number: number) => T) =>
    Object.fromEntries(sessions.map((session, index) => [name(index + 1), of(session, index + 1)]));
  const turns = ({ turns: texts }: Session, number: number) =>
    texts.map((text, index) => ({
      speaker: index % 2 === 0 ? speaker_a : speaker_b,
      dia_id: `D${number}:${index + 1}`,
      text,
    }));
  return {
    sample_id,
    conversation: {
      speaker_a,
      speaker_b,
      ...named(
        (number) => `session_${number}_date_time`,
        ({ date }) => date,
      ),
      ...named((number) => `session_${number}`, turns),
    },
    observation: named(
      (number) => `session_${number}_observation`,
      ({ observations }) => ({ [speaker_a]: observations.map((pair) => [...pair]), [speaker_b]: [] }),
    ),
    session_summary: named(
      (number) => `session_${number}_summary`,
      ({ turns: [first] }) => `${speaker_a} says: ${first}`,
    ),
    event_summary: {},
    qa,
  };
}

/** Two short conversations with three questions each; the first has four observations, the second two. */
export function twoConversations() {
  return [
    conversation(
      'talk-a',
      ['Mara', 'Joost'],
      [
        {
          date: '9:15 am on 3 May, 2022',
          turns: ['I bought a red kayak.', 'Where will you keep it?', 'In the barn of my aunt.'],
          observations: [
            ['Mara bought a red kayak.', 'D1:1'],
            ['Mara keeps her kayak in the barn of her aunt.', 'D1:3'],
          ],
        },
        {
          date: '8:40 pm on 20 May, 2022',
          turns: ['We paddled to the heron island.', 'I baked rye bread.', 'Save me a slice!'],
          observations: [
            ['Mara paddled to an island of herons.', 'D2:1'],
            ['Mara wants a slice of rye bread.', 'D2:3'],
          ],
        },
      ],
      [
        { question: 'What colour is the kayak?', answer: 'red', evidence: ['D1:1'], category: 4 },
        {
          question: 'When did Mara paddle to the island?',
          answer: '20 May',
          evidence: ['D2:1'],
          category: 2,
        },
        { question: 'What did Mara bake?', adversarial_answer: 'rye bread', evidence: ['D2:2'], category: 5 },
      ],
    ),
    conversation(
      'talk-b',
      ['Oona', 'Piet'],
      [
        {
          date: '1:10 pm on 7 June, 2022',
          turns: ['My choir sings in Ghent.', 'Which songs?', 'Old sea shanties.'],
          observations: [
            ['Oona sings in a choir in Ghent.', 'D1:1'],
            ['The choir of Oona sings sea shanties.', 'D1:3'],
          ],
        },
      ],
      [
        { question: 'Where does the choir sing?', answer: 'Ghent', evidence: ['D1:1'], category: 4 },
        { question: 'What does the choir sing?', answer: 'shanties', evidence: ['D1:3'], category: 4 },
        { question: 'Who conducts the choir?', adversarial_answer: 'Piet', evidence: ['D1:1'], category: 5 },
      ],
    ),
  ];
}

/** Writes a data file; returns its path. */
export function writeData(path: string, samples: readonly object[]): string {
  writeFileSync(path, JSON.stringify(samples, null, 1));
  return path;
}

/** Many conversations: copies of the two in which other people speak, so that no two items are the same. */
export function manyConversations(copies: number): object[] {
  const text = JSON.stringify(twoConversations());
  return Array.from({ length: copies }, (_, copy) =>
    JSON.parse(text.replaceAll(/talk-[ab]|Mara|Joost|Oona|Piet/g, (name) => `${name}${copy}`)),
  ).flat();
}
