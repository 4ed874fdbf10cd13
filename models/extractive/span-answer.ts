import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import { type Span, type SpanFeature, spanFeatures, visitSpans } from './span-features.ts';

/** How many of the best sentences are searched for spans. */
export const searchedSentences = 10;

/**
 * Answers a question with the words of the span that the log-linear model scores highest, the earlier one of equals;
 * undefined where the sentences have none. Choosing the span with the highest expected F1 instead gained nothing on
 * conversations left out of the fit.
 */
export function answerSpan(
  question: Question,
  sentences: readonly Sentence[],
  weights: Readonly<Record<SpanFeature, number>>,
): string | undefined {
  const row = spanFeatures.map((name) => weights[name]);
  let best: { span: Span; score: number } | undefined;
  for (const sentence of sentences.slice(0, searchedSentences))
    visitSpans(question, sentence, (span, values) => {
      const score = values.reduce((sum, value, index) => sum + value * (row[index] ?? 0), 0);
      if (best === undefined || score > best.score) best = { span, score };
    });
  return best && spanText(best.span);
}

/** The words of a span as they stand in its sentence. */
export function spanText({ sentence, from, to }: Span): string {
  return sentence.text.slice(sentence.tokens[from]?.start, sentence.tokens[to - 1]?.end);
}
