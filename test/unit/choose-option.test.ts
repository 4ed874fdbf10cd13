import { describe, expect, it } from 'vitest';
import { notMentioned } from '../../locomo/answer-protocol.ts';
import { chooseOption } from '../../locomo/reply/choose-option.ts';

const options = ['rye bread', notMentioned] as const;

describe('an option is chosen', () => {
  it.each([
    '(a)',
    'a',
    'A',
    'a.',
    'a)',
    'a:',
    '[a]',
    '( A ).',
    'Option a',
    'option (a)',
    'a\n\nShe says so.',
  ])('by its letter: %j', (answer) => expect(chooseOption(answer, options)).toBe(options[0]));

  it.each(['(b)', 'b', 'B', 'b.', 'B)', '(b) because nobody says so', 'Option (b) is right'])(
    'by its letter: %j',
    (answer) => expect(chooseOption(answer, options)).toBe(options[1]),
  );

  it.each(['rye bread', 'Rye bread.', '"rye  bread"', '‘rye bread’', '(a) rye bread', 'a. Rye bread.'])(
    'by its text: %j',
    (answer) => expect(chooseOption(answer, options)).toBe(options[0]),
  );

  it.each([
    'not mentioned in the conversation',
    '(b) Not mentioned in the conversation.',
    '(b) Not mentioned',
  ])('by its text: %j', (answer) => expect(chooseOption(answer, options)).toBe(options[1]));

  it('by a text that begins like a letter', () => {
    expect(chooseOption('a. m.', [notMentioned, 'a. m.'])).toBe('a. m.');
  });
});

describe('nothing is guessed', () => {
  it.each([
    'yes',
    'c',
    '(c)',
    'both',
    'none',
    'neither (a) nor (b)',
    '(a) and (b)',
    '(a) or b)',
    'a/b',
    'a or b',
    'A loaf of rye bread',
    'bread',
    'A.D. 1200',
    '(a) Not mentioned in the conversation',
    '(b) rye bread',
    'b. It is rye bread',
    'not (a)',
  ])('from %j', (answer) => expect(chooseOption(answer, options)).toBe(answer));
});
