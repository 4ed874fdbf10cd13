import { notMentioned } from '../answer-protocol.ts';
import type { Question, Sample } from '../sample.ts';
import type { AnsweredQuestion } from '../scoring/answered-question.ts';

/** Systems that know nothing, by what they always answer. */
export const referenceLines = ['always abstain', 'always the distractor'] as const;
export type ReferenceLine = (typeof referenceLines)[number];

/**
 * What a system that knows nothing gives for every question, to be scored by the scorer that scores the others. Always
 * abstaining is right on all of category 5 and wrong elsewhere: an overall score near it says nothing of memory. Only
 * adversarial questions have a distractor; on the others that line has no answer.
 */
export function referenceAnswers(
  samples: readonly Sample[],
  line: ReferenceLine,
): readonly AnsweredQuestion[] {
  return samples.flatMap((sample) =>
    sample.questions.map((question) => ({ sample, question, given: givenBy(line, question) })),
  );
}

function givenBy(line: ReferenceLine, { adversarialAnswer }: Question): AnsweredQuestion['given'] {
  const prediction = line === 'always abstain' ? notMentioned : adversarialAnswer;
  return prediction === null
    ? { status: 'missing', prediction, context: null, reason: 'the question has no distractor' }
    : { status: 'answered', prediction, context: null };
}
