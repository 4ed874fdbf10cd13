import { digestOf } from '../../engine/digest.ts';
import { notMentioned } from '../../locomo/answer-protocol.ts';
import type { Reader, ReadRequest } from '../reader.ts';
import { answerAmount } from './amount-answer.ts';
import { spanWeights } from './constants.ts';
import { analyseQuestion, type Question } from './question.ts';
import { scoreSentences, type Sentence, sentenceWeights } from './sentences.ts';
import { answerSpan } from './span-answer.ts';
import { chooseOption } from './speaker-rule.ts';
import { answerTime } from './time-answer.ts';
import { answerEitherOr, yes } from './yes-no.ts';

/** What to know before quoting a figure of this reader. */
export const describeExtractive =
  'Baseline: constants fitted on five of the ten LoCoMo conversations, dates phrased as LoCoMo phrases them; ' +
  'not comparable with zero-shot models.';

/**
 * A reader that needs no key and no weights: it answers with words of the passages, with a date that it computes,
 * or with yes, and always the same. `wantsDate` is not looked at: the question itself tells what it asks for.
 */
export function createExtractiveReader(): Reader {
  return {
    identity: { reader: 'extractive', version: 1, constants: digestOf({ sentenceWeights, spanWeights }) },
    read: (request) => Promise.resolve({ answer: answer(request) }),
  };
}

function answer(request: ReadRequest): string {
  const question = analyseQuestion(request.question, request.speakers);
  if (request.options !== null) return chooseOption(question, request.options, request);
  const sentences = scoreSentences(question, request.passages);
  if (sentences.length === 0) return notMentioned;
  return answerByKind(question, sentences) ?? answerSpan(question, sentences, spanWeights) ?? notMentioned;
}

/** The answer of the rule for the question's kind; undefined where there is no rule or it finds nothing. */
function answerByKind(question: Question, sentences: readonly Sentence[]): string | undefined {
  switch (question.kind) {
    case 'day':
    case 'month':
    case 'year':
      return answerTime(question, sentences);
    case 'duration':
    case 'count':
      return answerAmount(question, sentences);
    case 'either-or':
      return answerEitherOr(question, sentences) ?? yes;
    case 'yes-no':
      return yes;
    case 'who':
    case 'where':
    case 'why':
    case 'how':
    case 'what':
      return undefined;
  }
}
