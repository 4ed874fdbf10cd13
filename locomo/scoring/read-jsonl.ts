import { shownValue } from '../../engine/shown.ts';
import { badAnswer, readConfidence, readContext, readPrediction, readRemark } from './answer-field.ts';
import { givenAnswer, type RawAnswer } from './raw-answer.ts';

const form = '{"sample_id": "conv-26", "qa_index": 0, "prediction": "…", "context": ["D1:3"]}';

/**
 * Answers as JSON lines, one object `{sample_id, qa_index, prediction, context?, confidence?}` each; `error`
 * or `reason` tells why there is none. Blank lines are passed over. `fileName` is only shown.
 */
export function readJsonl(text: string, fileName: string): RawAnswer[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    return [readLine(line, () => `${fileName}:${index + 1}`)];
  });
}

function readLine(line: string, where: () => string): RawAnswer {
  const { sample_id: sampleId, qa_index: qaIndex, ...fields } = parseObject(line, where);
  if (typeof sampleId !== 'string' || sampleId === '')
    throw badAnswer(
      where(),
      `Expected the id of a sample in sample_id, found ${shownValue(sampleId)}.`,
      `Write each line as ${form}.`,
    );
  if (typeof qaIndex !== 'number' || !Number.isInteger(qaIndex) || qaIndex < 0)
    throw badAnswer(
      where(),
      `Expected the place of a question in qa_index, a whole number from 0, found ${shownValue(qaIndex)}.`,
      'Count the questions of a sample from 0, in the order of its qa list.',
    );
  const prediction = readPrediction(fields['prediction'], 'prediction', where);
  const error = readRemark(fields['error']);
  const reason = readRemark(fields['reason']);
  if (prediction === undefined && error === undefined && reason === undefined)
    throw badAnswer(
      where(),
      `Expected a prediction, found ${Object.keys(fields).join(', ') || 'no further field'}.`,
      'Name the answer "prediction"; where there is none, write null, or say why in "error".',
    );
  const context = readContext(fields['context'], 'context', where);
  const confidence = readConfidence(fields['confidence'], 'confidence', where);
  return { sampleId, qaIndex, given: givenAnswer({ prediction, context, confidence, error, reason }), where };
}

function parseObject(line: string, where: () => string): { readonly [field: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw badAnswer(
      where(),
      `Expected a JSON object in each line, found ${shownValue(line.trim())}.`,
      `Write each line as ${form}. A released-style file is a list; a CSV file ends in .csv.`,
      'not-json',
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw badAnswer(
    where(),
    `Expected a JSON object in each line, found ${shownValue(value)}.`,
    `Write each line as ${form}.`,
  );
}
