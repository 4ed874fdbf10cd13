import { expect, it } from 'vitest';
import { answerLength } from '../../../locomo/metrics/answer-length.ts';
import { bleu1 } from '../../../locomo/metrics/bleu1.ts';
import { exactMatch } from '../../../locomo/metrics/exact-match.ts';
import { rougeL } from '../../../locomo/metrics/rouge-l.ts';
import { wordOverlap } from '../../../locomo/metrics/word-overlap.ts';

it('exact match compares what is left after normalisation', () => {
  expect(exactMatch('The Red, kayak!', 'red kayak')).toBe(1);
  expect(exactMatch('red kayaks', 'red kayak')).toBe(0);
});

it.each([
  ['red kayak', 'red kayak', 1],
  // Two of three words, each counted as often as the gold has it; longer than the gold, so no penalty.
  ['red red kayak', 'red kayak', 2 / 3],
  // All words right, but half as long.
  ['red kayak', 'red kayak of Mara', Math.exp(-1)],
  ['', 'red kayak', 0],
  ['the', 'red kayak', 0],
  ['red', '', 0],
])('BLEU-1 of %j against %j is %d', (prediction, gold, expected) => {
  expect(bleu1(prediction, gold)).toBeCloseTo(expected, 12);
});

it.each([
  ['red kayak', 'red kayak', 1],
  // The longest common subsequence is "red barn": precision 2/3, recall 2/4.
  ['red old barn', 'red kayak in barn', 4 / 7],
  ['kayak red', 'red kayak', 0.5],
  ['', '', 0],
  ['boat', 'kayak', 0],
])('ROUGE-L of %j against %j is %d', (prediction, gold, expected) => {
  expect(rougeL(prediction, gold)).toBeCloseTo(expected, 12);
});

it('counts the words of an answer as they were given', () => {
  expect(answerLength(' the  red\nkayak — really ')).toBe(5);
  expect(answerLength('')).toBe(0);
});

it('reads gold as F1 does, and has nothing to compare an adversarial answer with', () => {
  expect(wordOverlap({ category: 3, answer: 'a kayak; she said so' }, 'kayak')).toEqual({
    exactMatch: 1,
    bleu1: 1,
    rougeL: 1,
  });
  expect(wordOverlap({ category: 5, answer: null }, 'kayak')).toBeNull();
});
