import { answerWords } from './normalize-answer.ts';

/**
 * ROUGE-L as F1, in [0, 1]: the harmonic mean of the longest common subsequence's share of the predicted and of
 * the gold words (Lin 2004, with beta 1). Words as token F1 counts them, but not stemmed; 0 where none is shared.
 */
export function rougeL(prediction: string, gold: string): number {
  const predicted = answerWords(prediction);
  const expected = answerWords(gold);
  const common = longestCommonSubsequence(predicted, expected);
  return common === 0 ? 0 : (2 * common) / (predicted.length + expected.length);
}

/** The length of the longest sequence of words that both have in this order, not necessarily side by side. */
function longestCommonSubsequence(left: readonly string[], right: readonly string[]): number {
  let row: number[] = Array(right.length + 1).fill(0);
  for (const word of left) {
    const next = [0];
    for (const [column, other] of right.entries()) {
      const longer = Math.max(row[column + 1] ?? 0, next[column] ?? 0);
      next.push(word === other ? (row[column] ?? 0) + 1 : longer);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
