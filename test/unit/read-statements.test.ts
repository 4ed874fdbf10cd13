import { describe, expect, it } from 'vitest';
import { readStatements } from '../../locomo/reply/read-statements.ts';

const one = { speaker: 'Mara', text: 'Mara owns a kayak.', turnIds: ['D1:1'] };

describe('statements in a reply', () => {
  it.each([
    ['as asked', '{"statements": [{"speaker": "Mara", "text": "Mara owns a kayak.", "turns": ["D1:1"]}]}'],
    [
      'fenced',
      '```json\n{"statements": [{"speaker": "Mara", "text": "Mara owns a kayak.", "turns": ["D1:1"]}]}\n```',
    ],
    [
      'with words around',
      'Sure!\n{"statements": [{"speaker":"Mara","text":"Mara owns a kayak.","turns":["D1:1"]}]}\nDone.',
    ],
    [
      'thought about',
      '<think>{"statements": []}</think>{"statements": [{"speaker": "Mara", "text": "Mara owns a kayak.", "turns": "D1:1"}]}',
    ],
    ['a bare list', '[{"speaker": "Mara", "text": "Mara owns a kayak.", "turns": ["D1:1"]}]'],
    ['lines', '{"speaker": "Mara", "text": "Mara owns a kayak.", "turns": ["D1:1"]}\n'],
    ['by speaker, as released', '{"Mara": [["Mara owns a kayak.", "D1:1"]]}'],
    ['loosely', "{statements: [{'speaker': 'Mara', 'text': 'Mara owns a kayak.', 'turns': ['D1:1'],},]}"],
    [
      'under other names',
      '{"facts": [{"speaker": "Mara", "statement": "Mara owns a kayak.", "ids": ["D1:1"]}]}',
    ],
  ])('are read: %s', (_how, reply) => expect(readStatements(reply)).toEqual([one]));

  it('may be none', () => {
    expect(readStatements('{"statements": []}')).toEqual([]);
    expect(readStatements('{"Mara": [], "Joost": []}')).toEqual([]);
  });

  it.each(['', 'I cannot help with that.', '{"statements": [{"speaker": "', '{}', '{"error": "no"}'])(
    'are not there: %j',
    (reply) => expect(readStatements(reply)).toBeUndefined(),
  );
});
