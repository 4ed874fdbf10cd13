import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { inventedSample } from '../support/fiction.ts';

type Invented = ReturnType<typeof inventedSample>;

describe('repairs', () => {
  it('tell nothing but the absent answer of category 5 and an empty list where data is as released', () => {
    expect(repairsAfter(() => {})).toEqual([
      'observations-absent observation.session_2_observation.Lina: an empty list',
      'answer-absent qa[1].answer: nothing',
    ]);
  });

  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'one string of two ids',
      ['D1:1; D2:1'],
      ['D1:1', 'D2:1'],
      ['evidence-split qa[0].evidence[0]: D1:1; D2:1 -> D1:1, D2:1'],
    ],
    [
      'ids joined by blanks and commas',
      ['D1:1  D1:2,D2:1'],
      ['D1:1', 'D1:2', 'D2:1'],
      ['evidence-split qa[0].evidence[0]: D1:1  D1:2,D2:1 -> D1:1, D1:2, D2:1'],
    ],
    ['a colon too many', ['D:2:1'], ['D2:1'], ['evidence-repaired qa[0].evidence[0]: D:2:1 -> D2:1']],
    ['zero padding', ['D02:01'], ['D2:1'], ['evidence-repaired qa[0].evidence[0]: D02:01 -> D2:1']],
    [
      'brackets, small letters and blanks',
      [' (d2:1) '],
      ['D2:1'],
      ['evidence-repaired qa[0].evidence[0]: (d2:1) -> D2:1'],
    ],
    ['no id', ['D', 'D2:1'], ['D2:1'], ['evidence-unreadable qa[0].evidence[0]: D']],
    ['an empty string', ['', 'D2:1'], ['D2:1'], ['evidence-unreadable qa[0].evidence[0]: ']],
    ['a turn that is not there', ['D2:9'], [], ['evidence-dangling qa[0].evidence[0]: D2:9']],
    [
      'one id twice, written in two ways',
      ['D2:1', 'D2:01'],
      ['D2:1'],
      ['evidence-repaired qa[0].evidence[1]: D2:01 -> D2:1', 'evidence-repeated qa[0].evidence[1]: D2:1'],
    ],
    ['no evidence', [], [], ['evidence-empty qa[0].evidence: an empty list']],
  ])('evidence: %s', (_, evidence, turns, told) => {
    const change = (sample: Invented) => put(sample.qa[0], 'evidence', evidence);
    const question = loadAfter(change).samples[0]?.questions[0];
    expect(question?.evidence).toEqual(evidence);
    expect(question?.evidenceTurns).toEqual(turns);
    expect(repairsAfter(change).filter((line) => line.startsWith('evidence'))).toEqual(told);
  });

  it.each<[string, unknown, readonly string[], readonly string[]]>([
    [
      'a comma-joined string',
      'D1:1, D1:2',
      ['D1:1', 'D1:2'],
      ['observation-split observation.session_1_observation.Bram[0]: D1:1, D1:2 -> D1:1, D1:2'],
    ],
    ['a list', ['D1:1', 'D1:2'], ['D1:1', 'D1:2'], []],
    [
      'a turn that is not there',
      'D1:7',
      [],
      ['observation-dangling observation.session_1_observation.Bram[0]: D1:7'],
    ],
    ['no citation', [], [], ['observation-empty observation.session_1_observation.Bram[0]: an empty list']],
  ])('cited ids: %s', (_, ids, turns, told) => {
    const change = (sample: Invented) =>
      put(sample.observation.session_1_observation, 'Bram', [['Bram sails.', ids]]);
    expect(loadAfter(change).samples[0]?.observations[0]?.turnIds).toEqual(turns);
    expect(repairsAfter(change).filter((line) => line.startsWith('observation-'))).toEqual(told);
  });

  it.each<[string, (sample: Invented) => void, string]>([
    ['a number as answer', (s) => put(s.qa[0], 'answer', 2022), 'answer-number qa[0].answer: 2022 -> 2022'],
    [
      'an answer in category 5',
      (s) => put(s.qa[1], 'answer', 'a rose'),
      'answer-and-distractor qa[1]: "a rose" and "a pear tree"',
    ],
    [
      'no distractor',
      (s) => put(s.qa[1], 'adversarial_answer', null),
      'distractor-absent qa[1].adversarial_answer: null',
    ],
    [
      'a question twice',
      (s) => put(s.qa[1], 'question', 'What leaks?'),
      'question-repeated qa[1]: the text of qa[0]',
    ],
    [
      'a date alone',
      (s) => put(s.conversation, 'session_3_date_time', '1:00 pm on 1 June, 2022'),
      'session-absent conversation.session_3_date_time: 1:00 pm on 1 June, 2022',
    ],
    [
      'a session without turns',
      (s) => put(s.conversation, 'session_2', []),
      'session-empty conversation.session_2: an empty list',
    ],
    [
      'sessions out of order',
      (s) => put(s.conversation, 'session_2_date_time', '9:15 am on 2 May, 2022'),
      'session-order conversation.session_2_date_time: 9:15 am on 2 May, 2022',
    ],
    [
      'noon',
      (s) => put(s.conversation, 'session_1_date_time', '12:15 am on 3 May, 2022'),
      'stamp-noon conversation.session_1_date_time: 12:15 am on 3 May, 2022',
    ],
    [
      'a caption alone',
      (s) => put(s.conversation.session_1[1], 'img_url', []),
      'caption-without-url conversation.session_1[1]: D1:2',
    ],
    [
      'a blank summary',
      (s) => put(s.session_summary, 'session_2_summary', ' '),
      'memory-empty session_summary.session_2_summary: " "',
    ],
    [
      'a summary of no session',
      (s) => put(s.session_summary, 'session_9_summary', 'Rain.'),
      'memory-without-session session_summary.session_9_summary: "Rain."',
    ],
    ['no questions', (s) => put(s, 'qa', []), 'questions-absent qa: an empty list'],
  ])('%s', (_, change, told) => {
    expect(repairsAfter(change)).toContain(told);
  });

  it('leave out dates without turns, and keep a session with an empty list of them', () => {
    const { samples } = loadAfter((sample) => {
      put(sample.conversation, 'session_2', []);
      put(sample.conversation, 'session_3_date_time', '1:00 pm on 1 June, 2022');
    });
    expect(samples[0]?.sessions.map(({ number, turns }) => [number, turns.length])).toEqual([
      [1, 2],
      [2, 0],
    ]);
  });
});

describe('what is loaded', () => {
  const { samples } = loadAfter((sample) => put(sample.qa[0], 'answer', 7));
  const [sample] = samples;

  it('keeps texts untrimmed and images apart from them', () => {
    expect(sample?.sessions.flatMap((session) => session.turns)).toEqual([
      { id: 'D1:1', speaker: 'Lina', text: 'I planted a pear tree.' },
      {
        id: 'D1:2',
        speaker: 'Bram',
        text: 'Look at my boat!',
        caption: 'a photo of a small boat',
        imageUrl: 'https://images.example/boat.jpg',
        imageQuery: 'small boat',
      },
      { id: 'D2:1', speaker: 'Bram', text: ' The boat leaks.\n' },
    ]);
  });

  it('keeps the released order of observations', () => {
    expect(sample?.observations.map(({ session, speaker }) => `${session} ${speaker}`)).toEqual([
      '1 Bram',
      '1 Lina',
      '2 Bram',
    ]);
  });

  it('keeps the question object as released beside the repaired one', () => {
    expect(sample?.questions[0]).toEqual({
      index: 0,
      question: 'What leaks?',
      category: 4,
      answer: '7',
      adversarialAnswer: null,
      evidence: ['D2:1'],
      evidenceTurns: ['D2:1'],
      released: { question: 'What leaks?', answer: 7, evidence: ['D2:1'], category: 4 },
    });
    expect(sample?.questions[1]).toMatchObject({ answer: null, adversarialAnswer: 'a pear tree' });
  });

  it('gives events by speaker', () => {
    expect(sample?.events).toEqual([
      { session: 1, date: '3 May, 2022', events: { Lina: ['Lina plants a tree'], Bram: [] } },
    ]);
  });
});

function loadAfter(change: (sample: Invented) => void) {
  const sample = inventedSample();
  change(sample);
  return loadDataset(Buffer.from(JSON.stringify([sample])), 'own.json');
}

function repairsAfter(change: (sample: Invented) => void): readonly string[] {
  return loadAfter(change).repairs.map(
    ({ kind, place, found, used }) => `${kind} ${place}: ${found}${used === null ? '' : ` -> ${used}`}`,
  );
}

function put(target: object | undefined, name: string, value: unknown): void {
  Object.assign(target ?? {}, { [name]: value });
}
