import { unknownName } from '../../engine/unknown-name.ts';
import type { Sample } from '../sample.ts';
import { badAnswer } from './answer-field.ts';
import { questionName, type GivenAnswer } from './answered-question.ts';
import type { RawAnswer } from './raw-answer.ts';

/**
 * The answers by the names of their questions. An unknown sample, a place that its list does not have, a second
 * answer and a question that has moved are errors with their place.
 */
export function matchAnswers(
  answers: readonly RawAnswer[],
  samples: readonly Sample[],
): ReadonlyMap<string, GivenAnswer> {
  const byId = new Map(samples.map((sample) => [sample.sampleId, sample]));
  const byName = new Map<string, RawAnswer>();
  for (const answer of answers) {
    const { sampleId, qaIndex, where } = answer;
    const sample = byId.get(sampleId);
    if (sample === undefined) throw unknownName('sample', sampleId, byId.keys(), where());
    const question = sample.questions[qaIndex];
    if (question === undefined)
      throw badAnswer(
        where(),
        `Expected one of the ${sample.questions.length} questions of ${sampleId}, 0 to ${sample.questions.length - 1}, found ${qaIndex}.`,
        'Count from 0; --data FILE names the data that the answers were given to.',
        'unknown-question',
      );
    refuseShift(answer, sample);
    const name = questionName({ sample, question });
    const first = byName.get(name);
    if (first !== undefined)
      throw badAnswer(
        where(),
        `Expected one answer to ${name}, found a second; the first is at ${first.where()}.`,
        'Keep one of the two.',
        'repeated-question',
      );
    byName.set(name, answer);
  }
  return new Map([...byName].map(([name, { given }]) => [name, given]));
}

/**
 * Edited copies of the data drop questions, which moves all that follow; then a text is found at another
 * place. A text that is found nowhere was only edited.
 */
function refuseShift({ question, qaIndex, where }: RawAnswer, { sampleId, questions }: Sample): void {
  if (question === undefined || questions[qaIndex]?.question === question) return;
  const elsewhere = questions.findIndex((each) => each.question === question);
  if (elsewhere < 0) return;
  throw badAnswer(
    where(),
    `Expected the question ${sampleId}/${qaIndex} of the data, found the text of ${sampleId}/${elsewhere}.`,
    'The answers were given to another version of the data: name it with --data FILE.',
    'other-questions',
  );
}
