import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { failureOf } from '../support/failure.ts';
import { inventedSample } from '../support/fiction.ts';

type Invented = ReturnType<typeof inventedSample>;

describe('a data file of another shape', () => {
  it.each([
    ['one sample without a list', inventedSample(), /list of samples/, /\[ before/],
    ['the file of personas', { train: [], valid: [], test: [] }, /list of samples/, /personas/],
    ['a file of predictions', [{ sample_id: 'conv-a', qa: [] }], /its conversation/, /predictions/],
    ['no samples', [], /list of samples.*empty list/, /locomo10/],
    ['a number', 12, /list of samples.*12/, /locomo10/],
    ['a list of texts', ['conv-a'], /a sample.*"conv-a"/, /Correct/],
  ])('%s is refused', (_, data, message, remedy) => {
    const failure = refusal(data);
    expect(failure.message).toMatch(message);
    expect(failure.remedy).toMatch(remedy);
    expect(failure.exitCode).toBe(2);
  });
});

describe('a sample that is really wrong', () => {
  it.each<[string, (sample: Invented) => void, string, RegExp]>([
    ['no speaker', (s) => remove(s.conversation, 'speaker_b'), '.conversation.speaker_b', /name.*nothing/],
    ['a blank speaker', (s) => put(s.conversation, 'speaker_a', ' '), '.conversation.speaker_a', /not empty/],
    [
      'one speaker twice',
      (s) => put(s.conversation, 'speaker_b', 'Lina'),
      '.conversation.speaker_b',
      /other/,
    ],
    [
      'no session',
      (s) => put(s, 'conversation', { speaker_a: 'Lina', speaker_b: 'Bram' }),
      '.conversation',
      /session/,
    ],
    [
      'a session without a date',
      (s) => remove(s.conversation, 'session_2_date_time'),
      '.conversation.session_2_date_time',
      /session_2_date_time.*nothing/,
    ],
    [
      'a date of another form',
      (s) => put(s.conversation, 'session_1_date_time', '2022-05-03'),
      '.conversation.session_1_date_time',
      /h:mm.*2022-05-03/,
    ],
    [
      'a padded session number',
      (s) => put(s.conversation, 'session_03', []),
      '.conversation.session_03',
      /03/,
    ],
    [
      'a session that is no list',
      (s) => put(s.conversation, 'session_2', 'hello'),
      '.conversation.session_2',
      /list of turns.*"hello"/,
    ],
    [
      'a turn without text',
      (s) => remove(s.conversation.session_1[0], 'text'),
      '.conversation.session_1[0].text',
      /text.*nothing/,
    ],
    [
      'a stranger',
      (s) => put(s.conversation.session_1[1], 'speaker', 'Otto'),
      '.conversation.session_1[1].speaker',
      /"Lina" or "Bram".*"Otto"/,
    ],
    [
      'an id of another session',
      (s) => put(s.conversation.session_2[0], 'dia_id', 'D1:9'),
      '.conversation.session_2[0].dia_id',
      /session 2.*D1:9/,
    ],
    [
      'an id of another form',
      (s) => put(s.conversation.session_2[0], 'dia_id', 'D2:01'),
      '.conversation.session_2[0].dia_id',
      /D2:01/,
    ],
    [
      'one id twice',
      (s) => put(s.conversation.session_1[1], 'dia_id', 'D1:1'),
      '.conversation.session_1[1].dia_id',
      /no earlier turn.*D1:1/,
    ],
    ['a category outside 1 to 5', (s) => put(s.qa[0], 'category', 6), '.qa[0].category', /single-hop.*6/],
    [
      'a question without an answer',
      (s) => remove(s.qa[0], 'answer'),
      '.qa[0].answer',
      /category 4.*nothing/,
    ],
    ['a question with a blank answer', (s) => put(s.qa[0], 'answer', ' '), '.qa[0].answer', /category 4/],
    ['a blank question', (s) => put(s.qa[0], 'question', ''), '.qa[0].question', /not empty/],
    [
      'evidence that is no list',
      (s) => put(s.qa[0], 'evidence', 'D2:1'),
      '.qa[0].evidence',
      /list of dialog ids.*D2:1/,
    ],
    [
      'an observation of a stranger',
      (s) => put(s.observation.session_1_observation, 'Otto', []),
      '.observation.session_1_observation.Otto',
      /Lina or Bram/,
    ],
    [
      'an observation without its list',
      (s) => put(s.observation.session_1_observation, 'Lina', ['A tree.']),
      '.observation.session_1_observation.Lina[0]',
      /an observation/,
    ],
    [
      'a summary that is no text',
      (s) => put(s.session_summary, 'session_2_summary', {}),
      '.session_summary.session_2_summary',
      /a summary.*empty object/,
    ],
    [
      'events without a date',
      (s) => remove(s.event_summary.events_session_1, 'date'),
      '.event_summary.events_session_1.date',
      /date.*nothing/,
    ],
  ])('%s', (_, change, path, message) => {
    const sample = inventedSample();
    change(sample);
    const failure = refusal([{ ...inventedSample(), sample_id: 'conv-0' }, sample]);
    expect(failure.where).toMatch(/^own\.json:\d+:\d+ /);
    expect(failure.where?.split(' ')[1]).toBe(`[1]${path}`);
    expect(failure.message).toMatch(message);
    expect(failure.exitCode).toBe(2);
    expect(failure.remedy).toBeTruthy();
  });

  it('is found by line and column', () => {
    const sample = inventedSample();
    put(sample.qa[1], 'category', 'five');
    const lines = JSON.stringify([sample], null, 2).split('\n');
    const line = lines.findIndex((each) => each.includes('"five"'));
    const column = (lines[line] ?? '').indexOf('"five"');
    expect(refusal([sample]).where).toBe(`own.json:${line + 1}:${column + 1} [0].qa[1].category`);
  });

  it('two samples of one id are named both', () => {
    const failure = refusal([inventedSample(), inventedSample()]);
    expect(failure.code).toBe('repeated-sample-id');
    expect(failure.where).toContain('[1].sample_id');
    expect(failure.message).toContain('[0].sample_id');
    expect(failure.message).toContain('conv-a');
  });

  it.each([
    '',
    ' ',
    '.',
    '..',
    '.hidden',
    'a/b',
    'a\\b',
    '../up',
    'a..b',
    'a\u0000',
    'a\nb',
    'a:b',
    'a*',
    'a ',
    'a.',
    '\u202Ea',
    '\uD800',
    'a'.repeat(101),
  ])('the sample id %j never becomes a path', (id) => {
    const failure = refusal([{ ...inventedSample(), sample_id: id }]);
    expect([failure.code, failure.where?.split(' ')[1]]).toEqual(['bad-sample-id', '[0].sample_id']);
  });

  it.each(['conv-26', 'a', 'Ärger 7', 'user_1.v2', '会話', 'a'.repeat(100)])(
    'the sample id %j is good',
    (id) => {
      expect(load([{ ...inventedSample(), sample_id: id }]).samples[0]?.sampleId).toBe(id);
    },
  );
});

describe('data of a user', () => {
  it('may leave out observations, summaries, events and questions', () => {
    const { sample_id, conversation } = inventedSample();
    const { samples, repairs } = load([{ sample_id, conversation }]);
    expect(samples[0]).toMatchObject({ observations: [], summaries: [], events: [], questions: [] });
    expect(repairs.map(({ kind }) => kind)).toEqual(['questions-absent']);
  });

  it('may have fields of its own, and null for a missing field', () => {
    const sample = inventedSample();
    put(sample, 'source', 'diary');
    put(sample.conversation, 'session_1_facts', ['x']);
    put(sample.conversation.session_1[0], 'blip_caption', null);
    put(sample.event_summary.events_session_1, 'note', 'x');
    put(sample.qa[0], 'adversarial_answer', null);
    const { samples, repairs } = load([sample]);
    expect(samples).toEqual(
      load([inventedSample()]).samples.map((each) => ({ ...each, questions: samples[0]?.questions })),
    );
    expect(repairs).toEqual(load([inventedSample()]).repairs);
  });

  it('is read in order of session numbers, whatever the order in the file', () => {
    const sample = inventedSample();
    const members = Object.entries(sample.conversation).toReversed();
    const shuffled = { ...sample, conversation: Object.fromEntries(members) };
    expect(load([shuffled]).samples).toEqual(load([sample]).samples);
  });
});

function load(data: unknown) {
  return loadDataset(Buffer.from(JSON.stringify(data, null, 2)), 'own.json');
}

function refusal(data: unknown) {
  return failureOf(() => load(data));
}

function put(target: object | undefined, name: string, value: unknown): void {
  Object.assign(target ?? {}, { [name]: value });
}

function remove(target: object | undefined, name: string): void {
  Reflect.deleteProperty(target ?? {}, name);
}
