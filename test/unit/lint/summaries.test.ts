import { expect, it } from 'vitest';
import { lintSummaries } from '../../../locomo/lint/summaries.ts';

const session = (number: number, text: string) => ({
  number,
  dateTime: `9:15 am on ${number} May, 2022`,
  turns: [{ id: `D${number}:1`, speaker: 'Ines', text }],
});
const conversation = {
  speakers: ['Ines', 'Otto'],
  sessions: [session(1, 'My cello needs strings.'), session(2, 'We saw a goat on the roof.')],
} as const;
const first = { session: 1, text: 'Ines says that her cello needs strings.' };
const second = { session: 2, text: 'Ines saw a goat on a roof.' };

function found(...summaries: readonly { session: number; text: string }[]) {
  return lintSummaries(conversation, summaries).map(({ kind, memory }) => [kind, memory]);
}

it('finds nothing in summaries of what was said', () => {
  expect(found(first, second)).toEqual([]);
});

it('finds what is empty, left out, repeated, invented or of no session', () => {
  expect(found(first, { ...second, text: '\n' })).toEqual([['empty', 'S2']]);
  expect(found(first)).toEqual([['session-left-out', null]]);
  expect(found(first, { ...first, session: 2 })).toEqual([
    ['unsupported', 'S2'],
    ['repeated-across-sessions', 'S2'],
  ]);
  expect(found(first, { session: 2, text: 'Ines sails to Iceland.' })).toEqual([['unsupported', 'S2']]);
  expect(found(first, second, { session: 5, text: 'Rain.' })).toEqual([['unknown-session', 'S5']]);
});
