import type { Database } from '../passages/passage.ts';
import { buildPassages } from '../passages/build-passages.ts';
import type { Sample } from '../sample.ts';
import { breakdown, type Breakdown } from './breakdown.ts';
import type { AnsweredQuestion } from './answered-question.ts';
import type { Protocol } from './protocol.ts';
import { scoreQuestion } from './score-question.ts';

/** The recall that retrieving a whole database has: no ranking of it can have a higher one. */
export function recallCeiling(
  answers: readonly AnsweredQuestion[],
  database: Database,
  protocol: Protocol,
): Breakdown {
  const wholeOf = new Map<Sample, readonly string[]>();
  return breakdown(
    answers.map(({ sample, question }) => {
      const whole =
        wholeOf.get(sample) ?? buildPassages(sample, database).flatMap(({ evidenceIds }) => evidenceIds);
      wholeOf.set(sample, whole);
      const given = { status: 'answered', prediction: '', context: whole } as const;
      return { sample, question, value: scoreQuestion({ sample, question, given }, protocol).recallShare };
    }),
  );
}
