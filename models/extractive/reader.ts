import { digestOf } from '../../engine/digest.ts';
import type { Reader, ReadRequest } from '../reader.ts';
import { sentenceWeights, spanWeights } from './constants.ts';
import { analyseQuestion } from './question.ts';
import { scoreSentences } from './sentences.ts';
import { answerSpan } from './span-answer.ts';
import { chooseOption, notMentioned } from './speaker-rule.ts';
import { answerTime } from './time-answer.ts';
import { answerEitherOr, answerYesNo } from './yes-no.ts';

/** What a user should know before quoting a figure of this reader. */
export const describeExtractive =
  'baseline; constants fitted on five of the ten LoCoMo conversations; dates phrased as LoCoMo phrases them; not comparable with zero-shot models';

/** Answers with words found in the passages: no key, no weights, the same answer every time. */
export function createExtractiveReader(): Reader {
  return {
    identity: { reader: 'extractive', version: 1, constants: digestOf({ sentenceWeights, spanWeights }) },
    read: (request) => Promise.resolve({ answer: answer(request) }),
  };
}
export function answer(request: ReadRequest, named = 0.3, sw = sentenceWeights, spw = spanWeights): string {
  const question = analyseQuestion(request.question, request.speakers);
  if (request.options !== null)
    return chooseOption(question, request.options, request.speakers, request.passages);
  const sentences = scoreSentences(question, request.passages, sw);
  switch (question.kind) {
    case 'day':
    case 'month':
    case 'year':
      return answerTime(question.kind, sentences, { named }) ?? notMentioned;
    case 'yes-no':
      return answerYesNo();
    case 'either-or':
      return answerEitherOr(question, sentences);
    default:
      return answerSpan(question, sentences.slice(0, sw.kept), spw) ?? notMentioned;
  }
}
