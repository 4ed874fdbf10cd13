import { mostExpectedF1 } from './expected-f1.ts';
import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import { type Span, type SpanFeature, spanFeatures, visitSpans } from './span-features.ts';

/** How many of the best sentences are searched for spans. */
export const searchedSentences = 14;
/** Among how many of the best spans the expected F1 is taken. */
const contenders = 60;

/** Answers a question with the words of a span; undefined where the sentences have no word. */
export function answerSpan(
  question: Question,
  sentences: readonly Sentence[],
  weights: Readonly<Record<SpanFeature, number>>,
): string | undefined {
  const row = spanFeatures.map((name) => weights[name]);
  const scored: { span: Span; score: number }[] = [];
  for (const sentence of sentences.slice(0, searchedSentences))
    visitSpans(question, sentence, (span, values) => {
      scored.push({ span, score: values.reduce((sum, value, index) => sum + value * (row[index] ?? 0), 0) });
    });
  const best = mostExpectedF1(
    scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, contenders)
      .map(({ span, score }) => ({ span, score, stems: scoredStems(span) })),
  );
  return best && spanText(best.span);
}

/** The words of a span as they stand in its sentence. */
export function spanText({ sentence, from, to }: Span): string {
  return sentence.text.slice(sentence.tokens[from]?.start, sentence.tokens[to - 1]?.end);
}

/** The stems that token F1 counts: of words, without the articles and "and". */
const scoredStems = ({ sentence, from, to }: Span): string[] =>
  sentence.tokens
    .slice(from, to)
    .flatMap(({ isWord, lower, stem }) => (isWord && !/^(?:an?|the|and)$/.test(lower) ? stem : []));
