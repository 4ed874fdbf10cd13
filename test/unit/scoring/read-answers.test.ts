import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../../locomo/dataset/load.ts';
import { readAnswers } from '../../../locomo/scoring/read-answers.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/run-cli.ts';
import { twoConversations } from '../../support/two-conversations.ts';

const { samples } = loadDataset(Buffer.from(JSON.stringify(twoConversations())), 'fiction.json');

/** What is read of a file with this name and content: name, status, prediction, context and reason of each question. */
function read(name: string, content: string | Uint8Array, key?: string) {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return readAnswers(file, samples, { key }).map(({ sample, question, given }) => ({
    name: `${sample.sampleId}/${question.index}`,
    ...given,
  }));
}

const jsonLines = (...lines: object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const first = { sample_id: 'talk-a', qa_index: 0 };

describe('JSON lines', () => {
  it('give every question of the data in its order, and tell the kinds of answer apart', () => {
    const text = jsonLines(
      { sample_id: 'talk-b', qa_index: 1, prediction: 'shanties', context: ['D1:3', 'S1'] },
      { ...first, prediction: 'red', context: [] },
      { sample_id: 'talk-a', qa_index: 1, prediction: ' \n', context: null },
      { sample_id: 'talk-a', qa_index: 2, prediction: null, error: 'the server was busy' },
      { sample_id: 'talk-b', qa_index: 0, prediction: null },
    );
    expect(read('answers.jsonl', text)).toEqual([
      { name: 'talk-a/0', status: 'answered', prediction: 'red', context: [] },
      { name: 'talk-a/1', status: 'empty', prediction: ' \n', context: null },
      {
        name: 'talk-a/2',
        status: 'failed',
        prediction: null,
        context: null,
        reason: 'the server was busy',
      },
      expect.objectContaining({ name: 'talk-b/0', status: 'missing', prediction: null }),
      { name: 'talk-b/1', status: 'answered', prediction: 'shanties', context: ['D1:3', 'S1'] },
      expect.objectContaining({ name: 'talk-b/2', status: 'missing', prediction: null, context: null }),
    ]);
  });

  it('may come with a byte order mark, CRLF, blank lines, UTF-16 and any name', () => {
    const text = `${jsonLines({ ...first, prediction: 'réd' })}\n`.replaceAll('\n', '\r\n');
    for (const content of [`\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le')])
      for (const name of ['a.jsonl', 'a.ndjson', 'a.json', 'a.txt', 'a'])
        expect(read(name, content)[0]).toMatchObject({ status: 'answered', prediction: 'réd' });
  });

  it('take a number for an answer, and a reason beside an answer for a remark', () => {
    const text = jsonLines({ ...first, prediction: 2022, reason: 'said so in the first session' });
    expect(read('a.jsonl', text)[0]).toEqual({
      name: 'talk-a/0',
      status: 'answered',
      prediction: '2022',
      context: null,
    });
  });

  it('may tell how sure the system is, whatever the unit', () => {
    const text = jsonLines(
      { ...first, prediction: 'red', confidence: -3.5 },
      { ...first, qa_index: 1, prediction: 'May', confidence: null },
    );
    const [sure, silent] = read('a.jsonl', text);
    expect(sure).toMatchObject({ prediction: 'red', confidence: -3.5 });
    expect(silent).not.toHaveProperty('confidence');
    const csv = 'sample_id,qa_index,prediction,confidence\ntalk-a,0,red,0.25\ntalk-a,1,May,\n';
    const [quarter, none] = read('a.csv', csv);
    expect(quarter?.confidence).toBe(0.25);
    expect(none).not.toHaveProperty('confidence');
    const [key] = read('a_qa.json', file({ m_prediction: 'red', m_confidence: 2 }));
    expect(key?.confidence).toBe(2);
  });

  it.each([
    ['a.jsonl', jsonLines({ ...first, prediction: 'red', confidence: 'high' }), 'a.jsonl:1'],
    ['a.csv', 'sample_id,qa_index,prediction,confidence\ntalk-a,0,red,sure\n', 'a.csv:2'],
  ])('refuse a confidence that is no number, in %s', (name, text, place) => {
    expect(failureOf(() => read(name, text))).toMatchObject({
      message: expect.stringContaining('Expected a number in confidence'),
      where: expect.stringContaining(place),
    });
  });

  it('may be empty: then every answer is missing', () => {
    expect(read('a.jsonl', '').map(({ status }) => status)).toEqual(Array(6).fill('missing'));
  });
});

/** A released-style file with the questions of one sample. */
const file = (...fields: object[]): string => JSON.stringify([{ sample_id: 'talk-a', qa: fields }], null, 1);

describe('the released form', () => {
  it('is matched by sample and position', () => {
    const text = file(
      { m_prediction: 'red', m_prediction_context: ['D1:1'], m_f1: 1 },
      { m_prediction: null, m_reason: 'out of credit' },
    );
    expect(read('x_qa.json', text).slice(0, 3)).toEqual([
      { name: 'talk-a/0', status: 'answered', prediction: 'red', context: ['D1:1'] },
      { name: 'talk-a/1', status: 'failed', prediction: null, context: null, reason: 'out of credit' },
      expect.objectContaining({ name: 'talk-a/2', status: 'missing' }),
    ]);
  });

  it('with several systems wants a key', () => {
    const text = file({ a_prediction: 'red', b_top_5_prediction: 'blue', b_top_5_prediction_context: [] });
    expect(failureOf(() => read('x.json', text))).toMatchObject({
      code: 'several-keys',
      message: expect.stringContaining('a, b_top_5'),
    });
    expect(read('x.json', text, 'b_top_5')[0]).toMatchObject({ prediction: 'blue', context: [] });
    expect(read('x.json', text, 'a_prediction')[0]).toMatchObject({ prediction: 'red', context: null });
    expect(failureOf(() => read('x.json', text, 'b_top5'))).toMatchObject({ code: 'unknown-key' });
  });

  it('of other data is refused where its questions have moved, not where one was edited', () => {
    const [, second] = samples[0]?.questions ?? [];
    const moved = file({ question: second?.question, m_prediction: 'red' });
    expect(failureOf(() => read('x.json', moved))).toMatchObject({
      code: 'other-questions',
      message: expect.stringContaining('talk-a/1'),
      where: expect.stringMatching(/x\.json:5:4$/),
    });
    expect(read('x.json', file({ question: 'Edited?', m_prediction: 'red' }))[0]?.status).toBe('answered');
  });

  it('lies in the folder of a run', () => {
    const folder = temporaryFolder();
    const run = join(folder, 'rag-1');
    mkdirSync(run);
    expect(failureOf(() => readAnswers(run, samples))).toMatchObject({ code: 'answers-file' });
    writeFileSync(join(run, 'rag_qa.json'), file({ m_prediction: 'red' }));
    writeFileSync(join(run, 'rag_qa_stats.json'), '{}');
    expect(readAnswers(run, samples)[0]?.given.prediction).toBe('red');
  });
});

describe('CSV', () => {
  it('follows RFC 4180, with any line ends and a mark', () => {
    const lines = [
      'prediction,qa_index,sample_id,context,note',
      '"red, or ""crimson""',
      'perhaps",0,talk-a,D1:1;D1:2 S2,x',
      '5" wide,1,talk-a,[],',
      '',
      ',2,talk-a,,""',
    ];
    for (const end of ['\n', '\r\n', '\r']) {
      const [one, two, three] = read('answers.csv', `\uFEFF${lines.join(end)}`);
      expect(one).toMatchObject({
        prediction: `red, or "crimson"${end}perhaps`,
        context: ['D1:1', 'D1:2', 'S2'],
      });
      expect(two).toMatchObject({ prediction: '5" wide', context: [] });
      expect(three).toMatchObject({ status: 'empty', context: null });
    }
  });
});

it('a CSV field may be very long', () => {
  const long = 'a ""b"",\n'.repeat(20_000);
  const [given] = read('a.csv', `sample_id,qa_index,prediction\ntalk-a,0,"${long}"`);
  expect(given?.prediction).toBe(long.replaceAll('""', '"'));
});

describe('what cannot be read is told with its place and what to do', () => {
  const line = (fields: object): string => jsonLines({ ...first, prediction: 'red' }, fields);
  it.each([
    ['a.jsonl', line({ sample_id: 'talk-c', qa_index: 0, prediction: '' }), 'unknown-sample', ':2'],
    ['a.jsonl', line({ ...first, qa_index: 3, prediction: '' }), 'unknown-question', ':2'],
    ['a.jsonl', line({ ...first, prediction: 'blue' }), 'repeated-question', ':2'],
    ['a.jsonl', line({ ...first, qa_index: -1, prediction: '' }), 'bad-answer', ':2'],
    ['a.jsonl', line({ ...first, qa_index: '1', prediction: '' }), 'bad-answer', ':2'],
    ['a.jsonl', line({ ...first, qa_index: 1, answer: 'red' }), 'bad-answer', ':2'],
    ['a.jsonl', line({ ...first, qa_index: 1, prediction: ['red'] }), 'bad-answer', ':2'],
    ['a.jsonl', line({ ...first, qa_index: 1, prediction: '', context: 'D1:1' }), 'bad-answer', ':2'],
    ['a.jsonl', line({ ...first, qa_index: 1, prediction: '', context: [1] }), 'bad-answer', ':2'],
    ['a.jsonl', line({ qa_index: 1, prediction: '' }), 'bad-answer', ':2'],
    ['a.jsonl', 'red\n', 'not-json', ':1'],
    ['a.jsonl', '\n[1]\n', 'bad-answer', ':2'],
    ['a.json', '[{"sample_id": "talk-a", "qa": 3}]', 'bad-answer', ':1:32'],
    ['a.json', '[{"qa": []}]', 'bad-answer', ':1:2'],
    ['a.json', '[{"sample_id": "talk-a", "qa": [3]}]', 'bad-answer', ':1:33'],
    ['a.json', '[{"sample_id": "talk-a", "qa": [{"question": "?"}]}]', 'no-predictions', 'a.json'],
    ['a.json', '[{"sample_id": "talk-a", "qa": [', 'not-json', ':1:33'],
    ['a.json', '{"pipeline": "rag"}', 'bad-answer', ':1:1'],
    ['a.csv', 'sample_id;qa_index;prediction\n', 'bad-csv', ':1'],
    ['a.csv', 'sample_id,qa_index,prediction\ntalk-a,0,red, or blue\n', 'bad-csv', ':2'],
    ['a.csv', 'sample_id,qa_index,prediction\ntalk-a,0,"red\n\n', 'bad-csv', ':2'],
    ['a.csv', 'sample_id,qa_index,prediction\ntalk-a,0,"red" or\n', 'bad-csv', ':2'],
    ['a.csv', 'sample_id,qa_index,prediction\n"talk\n-a",zero,red\n', 'bad-answer', ':2'],
    ['a.jsonl', Buffer.from([0x22, 0xe9, 0x22]), 'not-utf8', ':1:2'],
  ])('%s %j: %s', (name, content, code, place) => {
    const error = failureOf(() => read(name, content));
    expect(error).toMatchObject({ code, exitCode: 2 });
    expect(error.where?.endsWith(place)).toBe(true);
    expect(error.remedy).toBeTruthy();
  });

  it('a file that is not there', () => {
    expect(failureOf(() => readAnswers('nowhere.jsonl', samples))).toMatchObject({
      code: 'answers-file',
      where: 'nowhere.jsonl',
    });
  });
});

it('a value that stands too deep to be shown is an error with its line, not a bug', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const line of [deep, `{"sample_id": "talk-a", "qa_index": 0, "prediction": ${deep}}`])
    expect(failureOf(() => read('a.jsonl', `\n${line}\n`))).toMatchObject({
      code: 'bad-answer',
      where: expect.stringMatching(/a\.jsonl:2$/),
    });
});

it('a key is refused where the file holds one system', () => {
  const jsonl = jsonLines({ ...first, prediction: 'red' });
  expect(failureOf(() => read('a.jsonl', jsonl, 'gpt'))).toMatchObject({ code: 'needless-key' });
  const csv = 'sample_id,qa_index,prediction\ntalk-a,0,red\n';
  expect(failureOf(() => read('a.csv', csv, 'gpt'))).toMatchObject({ code: 'needless-key' });
});

describe('CSV of table tools', () => {
  it('may hold lists of ids in brackets and quotes', () => {
    const head = 'sample_id,qa_index,prediction,context\n';
    for (const cell of [`"['D1:1', 'D1:2']"`, `"[""D1:1"",""D1:2""]"`])
      expect(read('a.csv', `${head}talk-a,0,red,${cell}\n`)[0]).toMatchObject({ context: ['D1:1', 'D1:2'] });
    expect(read('a.csv', `${head}talk-a,0,red,[ ]\n`)[0]).toMatchObject({ context: [] });
  });

  it('is refused with two columns of one name, of which either could be meant', () => {
    const text = 'sample_id,qa_index,prediction,prediction,note,note\ntalk-a,0,red,blue,,\n';
    expect(failureOf(() => read('a.csv', text))).toMatchObject({
      code: 'bad-csv',
      message: expect.stringContaining('one column prediction'),
    });
  });
});
