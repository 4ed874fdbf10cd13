import { expect, it } from 'vitest';
import { finalAnswer } from '../../locomo/reply/final-answer.ts';

const replies: readonly (readonly [reply: string, answer: string])[] = [
  // As it should be.
  ['a red kayak', 'a red kayak'],
  ['  a red kayak\n', 'a red kayak'],
  ['3 May, 2022', '3 May, 2022'],
  ['rye bread\nspelt bread', 'rye bread\nspelt bread'],
  ["Mara's aunt", "Mara's aunt"],
  ['The answer was a surprise to her', 'The answer was a surprise to her'],
  ['She gave no answer: he had left', 'She gave no answer: he had left'],
  ['C\\D `x` $& {{question}} 🛶', 'C\\D `x` $& {{question}} 🛶'],
  // Marked.
  ['Answer: a red kayak', 'a red kayak'],
  ['answer : a red kayak', 'a red kayak'],
  ['**Answer:** a red kayak', 'a red kayak'],
  ['**Answer**: a red kayak', 'a red kayak'],
  ['**Answer: a red kayak**', 'a red kayak'],
  ['### Answer\n\na red kayak', 'a red kayak'],
  ['Answer:\n- rye\n- spelt\n\nBoth are grains.', '- rye\n- spelt'],
  ['Final answer: "a red kayak"', 'a red kayak'],
  ['She says it is red.\nThe final answer is: a red kayak', 'a red kayak'],
  ['Going by the third excerpt, the answer is a red kayak', 'a red kayak'],
  ['Answer: a canoe\nNo, that was her aunt.\nAnswer: a red kayak\nI hope this helps!', 'a red kayak'],
  ['So, the correct option is (b)', '(b)'],
  ['- Short answer: rye', 'rye'],
  // Fenced.
  ['```\na red kayak\n```', 'a red kayak'],
  ['```text\na red kayak\n```\n', 'a red kayak'],
  ['Here it is:\n```\na red kayak\n```\nTell me if you need more.', 'a red kayak'],
  ['Answer:\n```\na red kayak\n```', 'a red kayak'],
  ['~~~\nAnswer: a red kayak\n~~~', 'a red kayak'],
  ['```\nShe paddles.\n```\nAnswer: a red kayak', 'a red kayak'],
  ['```\na red kayak', 'a red kayak'],
  // JSON.
  ['{"answer": "a red kayak"}', 'a red kayak'],
  ['{"reason": "she says so", "Final Answer": "a red kayak"}', 'a red kayak'],
  ['```json\n{"answer": "a red kayak"}\n```', 'a red kayak'],
  ['Sure {happy to help}.\n{"answer": 4}\nMore?', '4'],
  ['{"answer": ["rye", "spelt"]}', 'rye, spelt'],
  ['{"answer": null}', '{"answer": null}'],
  ['{"answer": "a red', '{"answer": "a red'],
  // Thinking.
  ['<think>She bought a boat. Answer: a canoe?</think>\n\na red kayak', 'a red kayak'],
  ['She bought a boat.\n</think>a red kayak', 'a red kayak'],
  ['<THINKING>one</THINKING><thinking>two</thinking> Answer: a red kayak', 'a red kayak'],
  ['<think>\n</think>\n<answer>a red kayak</answer>', 'a red kayak'],
  ['<think>She bought a boat', ''],
  ['<reasoning>She bought a boat</reasoning>', ''],
  // Quoted.
  ['"a red kayak"', 'a red kayak'],
  ['“a red kayak”', 'a red kayak'],
  ['**a red kayak**', 'a red kayak'],
  ['`"a red kayak"`', 'a red kayak'],
  ['"rye" and "spelt"', '"rye" and "spelt"'],
  ['"', '"'],
  ['""', '""'],
];

it.each(replies)('takes the answer out of %j', (reply, answer) => {
  expect(finalAnswer(reply)).toBe(answer);
});
