import { scoreAnswer } from '../../locomo/metrics/score-answer.ts';
import { analyseQuestion, type QuestionKind } from '../../models/extractive/question.ts';
import { scoreSentences } from '../../models/extractive/sentences.ts';
import { searchedSentences, spanText } from '../../models/extractive/span-answer.ts';
import { visitSpans } from '../../models/extractive/span-features.ts';
import type { Asked } from './ask.ts';
import type { Example } from './fit-log-linear.ts';

/** The kinds of questions that are answered with a span and by no rule of their own. */
const spanKinds: ReadonlySet<QuestionKind> = new Set(['who', 'where', 'why', 'how', 'what']);

/**
 * The spans of a question, rewarded with the square of their released score: squared, so that one exact span is
 * worth more than many that touch the gold. Undefined for category 5 and for questions that a rule answers.
 */
export function spanExample({ question, request }: Asked): Example | undefined {
  const analysed = analyseQuestion(request.question, request.speakers);
  if (question.category === 5 || !spanKinds.has(analysed.kind)) return undefined;
  const features: number[] = [];
  const rewards: number[] = [];
  for (const sentence of scoreSentences(analysed, request.passages).slice(0, searchedSentences))
    visitSpans(analysed, sentence, (span, values) => {
      features.push(...values);
      rewards.push(scoreAnswer(question, spanText(span)) ** 2);
    });
  return { features: Float32Array.from(features), rewards: Float32Array.from(rewards) };
}
