import { expect, it } from 'vitest';
import { readVerdict } from '../../locomo/reply/read-verdict.ts';

it.each([
  'CORRECT',
  'correct',
  ' Correct.\n',
  '**CORRECT**',
  '*Correct*',
  '`CORRECT`',
  '"CORRECT"',
  '(CORRECT)',
  'The same date in another form.\nCORRECT',
  'The correct date is the same, and the wrong month would have decided it.\n\nCORRECT',
  'Verdict: correct',
  '**Verdict:** CORRECT',
  '- Final verdict: Correct.',
  '## Verdict\nCORRECT',
  'Judgment: CORRECT\n\nLet me know if you want more.',
  'verdict is correct',
  'I find it CORRECT because it names the same boat.',
  'CORRECT\n\nThe answer names the boat.',
  'It is correct.',
  'The answer is CORRECT; the boat has this name.',
  '{"verdict": "CORRECT"}',
  '{"reason": "same boat, no wrong name", "verdict": "correct"}',
  '```json\n{ "Verdict": "CORRECT" }\n```',
  '```\nCORRECT\n```',
  'Here it is: {"label": "CORRECT"} as you asked.',
  '{"is_correct": true}',
  '<think>It might be WRONG. {"verdict": "WRONG"}</think>\nCORRECT',
  'WRONG, or is it?</think>CORRECT',
])('finds %j correct', (reply) => {
  expect(readVerdict(reply)).toBe('correct');
});

it.each([
  'WRONG',
  'wrong.',
  '**Wrong**',
  'INCORRECT',
  'Incorrect.',
  'not correct',
  'NOT CORRECT',
  'It is not correct.',
  "The answer isn't correct.",
  'This is not quite correct.',
  'Verdict: incorrect',
  'Verdict: not correct',
  'The correct answer is the cello, so this is WRONG.',
  'The correct answer is a cello.\nWRONG',
  'WRONG: the correct answer is a cello.',
  '{"verdict": "WRONG"}',
  '{"verdict": "not correct"}',
  '{"correct": false, "why": "another boat"}',
  '<thinking>CORRECT?</thinking>\n\nVerdict: **WRONG**',
])('finds %j wrong', (reply) => {
  expect(readVerdict(reply)).toBe('wrong');
});

it.each([
  '',
  '\n',
  'I cannot tell.',
  'CORRECT or WRONG',
  'CORRECT/WRONG',
  'partially correct',
  'Partly CORRECT.',
  'Verdict: mostly correct',
  'It is not wrong.',
  'It would be correct.',
  'neither correct nor wrong',
  'The correct answer is a cello, and it says a violin.',
  'correctness matters',
  'CORRECTED',
  '{"verdict": "unsure"}',
  '{"verdict": "CORRECT"} {"verdict": "WRONG"}',
  '{"verdict": null} CORRECT',
  '{"verdict":',
  'Verdict: CORRECT or WRONG',
  '<think>CORRECT',
  'KORREKT',
])('makes nothing of %j', (reply) => {
  expect(readVerdict(reply)).toBeUndefined();
});
