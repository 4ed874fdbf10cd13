import { describe, expect, it } from 'vitest';
import { readBatchReply } from '../../locomo/reply/read-batch-reply.ts';
import { seededRandom } from '../support/random.ts';

const numbers = new Set([0, 1, 2]);
const read = (reply: string): object => Object.fromEntries(readBatchReply(reply, numbers));
const all = { 0: 'rye', 1: 'a red, old kayak', 2: '6' };

describe('the answers of a reply to several questions', () => {
  it.each([
    ['an object', '{"0": "rye", "1": "a red, old kayak", "2": 6}'],
    ['a fence', '```json\n{"0": "rye",\n "1": "a red, old kayak",\n "2": "6"}\n```'],
    ['prose with braces', 'Here {as asked} you are: {"0": "rye", "1": "a red, old kayak", "2": 6} {done}'],
    ['another order', '{"2": "6", "0": "rye", "1": "a red, old kayak"}'],
    ['single quotes', "{'0': 'rye', '1': 'a red, old kayak', '2': '6'}"],
    ['a comma at the end', '{"0": "rye", "1": "a red, old kayak", "2": 6,}'],
    ['bare names', '{0: "rye", 1: "a red, old kayak", 2: 6}'],
    ['named questions', '{"Q0": "rye", "question 1": "a red, old kayak", "2.": 6}'],
    ['an object inside', '{"answers": {"0": "rye", "1": "a red, old kayak", "2": 6}}'],
    [
      'objects that name the answer',
      '{"0": {"answer": "rye"}, "1": {"short_answer": "a red, old kayak"}, "2": 6}',
    ],
    [
      'a list of objects',
      '[{"question": 0, "answer": "rye"}, {"question": 1, "answer": "a red, old kayak"}, {"question": 2, "answer": 6}]',
    ],
    ['lines', '0: rye\n1: a red, old kayak\n2: 6'],
    ['a list of lines', '0. rye\n**1.** a red, old kayak\n(2) 6'],
    [
      'thinking before it',
      '<think>{"0": "wheat", "1": "no", "2": "7"}</think>{"0": "rye", "1": "a red, old kayak", "2": 6}',
    ],
    ['lists', '{"0": ["rye"], "1": ["a red", "old kayak"], "2": [6]}'],
  ])('are found in %s', (_, reply) => expect(read(reply)).toEqual(all));

  it('keep quotes, apostrophes, braces and escapes', () => {
    expect(read(String.raw`{"0": "Ines's \"bees\"", "1": "{a} \u00fc", "2": "x\ny"}`)).toEqual({
      0: 'Ines\'s "bees"',
      1: '{a} ü',
      2: 'x\ny',
    });
    expect(read("{'0': 'it's Ines's', '1': 'b'}")).toEqual({ 0: "it's Ines's", 1: 'b' });
  });

  it.each([
    [
      'cut in the last one',
      '{"0": "rye", "1": "a red, old kayak", "2": "si',
      { 0: 'rye', 1: 'a red, old kayak' },
    ],
    ['cut behind a quote', '{"0": "rye", "1": "a "', { 0: 'rye' }],
    ['cut in a name', '{"0": "rye", "1', { 0: 'rye' }],
    ['a null', '{"0": "rye", "1": null, "2": 6}', { 0: 'rye', 2: '6' }],
    ['an empty one', '{"0": "rye", "1": " ", "2": 6}', { 0: 'rye', 2: '6' }],
    ['an object without an answer', '{"0": "rye", "1": {"colour": "red", "age": 3}}', { 0: 'rye' }],
    ['two for one question', '{"0": "rye", "0": "wheat", "1": "b"}', { 1: 'b' }],
    ['numbers that nobody asked', '{"0": "rye", "7": "x"}', { 0: 'rye' }],
  ])('are left out where they are not there: %s', (_, reply, expected) =>
    expect(read(reply)).toEqual(expected),
  );

  it.each(['', 'I cannot say.', '["rye", "kayak", "6"]', '{"a": "rye"}', '{', '{"0"', '{"0":', '{"0": }'])(
    'are none in %j',
    (reply) => expect(read(reply)).toEqual({}),
  );

  it('are texts without a brace or a backtick of the reply, wherever it is cut', () => {
    const reply = '```json\n{"0": "rye", "1": "a red, old kayak", "2": [6, "seven"]}\n```';
    for (let end = 0; end <= reply.length; end += 1)
      for (const answer of readBatchReply(reply.slice(0, end), numbers).values())
        expect(['rye', 'a red, old kayak', '6, seven']).toContain(answer);
  });

  it('never throw', () => {
    const random = seededRandom(3);
    const signs = ['{', '}', '[', ']', '"', "'", ':', ',', '\\', '0', '1', 'a', '\n', ' ', '\ud800', 'u00'];
    for (let round = 0; round < 3000; round += 1) {
      const reply = Array.from({ length: 30 }, () => signs[Math.floor(random() * signs.length)]).join('');
      expect(() => read(reply)).not.toThrow();
    }
  });
});
