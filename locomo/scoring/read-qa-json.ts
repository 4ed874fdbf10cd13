import { shownValue } from '../../engine/shown.ts';
import { unknownName } from '../../engine/unknown-name.ts';
import { offsetOf } from '../dataset/json-position.ts';
import { parseJson } from '../dataset/parse-json.ts';
import type { Path } from '../dataset/path.ts';
import { lineAndColumn } from '../dataset/text-position.ts';
import { badAnswer, readConfidence, readContext, readPrediction, readRemark } from './answer-field.ts';
import { givenAnswer, type RawAnswers } from './raw-answer.ts';

interface Fields {
  readonly [field: string]: unknown;
}

interface Entry {
  readonly sampleId: string;
  readonly qaIndex: number;
  readonly fields: Fields;
  readonly where: () => string;
}

/**
 * Answers in the released form: a list of `{sample_id, qa: [question, …]}`, in whose questions
 * `<key>_prediction`, `<key>_prediction_context` and `<key>_confidence` stand. A file with the answers of several systems wants the
 * key of one. `fileName` is only shown.
 */
export function readQaJson(text: string, fileName: string, key?: string): RawAnswers {
  const entries = readEntries(text, fileName);
  const name = chooseField(entries, fileName, key);
  if (name === undefined) return { answers: [] };
  const answers = entries.map(({ sampleId, qaIndex, fields, where }) => {
    const { question } = fields;
    const beside = (field: string): string => name.replace(/prediction$/, field);
    const raw = {
      prediction: readPrediction(fields[name], name, where),
      context: readContext(fields[`${name}_context`], `${name}_context`, where),
      confidence: readConfidence(fields[beside('confidence')], beside('confidence'), where),
      error: readRemark(fields[beside('error')]),
      reason: readRemark(fields[beside('reason')]),
    };
    return {
      sampleId,
      qaIndex,
      given: givenAnswer(raw),
      ...(typeof question === 'string' ? { question } : {}),
      where,
    };
  });
  return { key: name.replace(/_prediction$/, ''), answers };
}

/** The name of the field that holds the predictions; undefined where no question has been asked at all. */
function chooseField(entries: readonly Entry[], fileName: string, key?: string): string | undefined {
  const names = entries.flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => isPrediction.test(name)),
  );
  const keys = [...new Set(names)].map((name) => name.replace(/_prediction$/, ''));
  if (key !== undefined) {
    const chosen = key.replace(/_prediction$/, '');
    if (!keys.includes(chosen)) throw unknownName('key', key, keys, fileName);
    return fieldOf(chosen);
  }
  const [only, ...others] = keys;
  if (others.length > 0)
    throw badAnswer(
      fileName,
      `Expected the predictions of one system, found those of ${keys.length}: ${keys.join(', ')}.`,
      `Choose one with --key, for example --key ${only}; in compare write ${fileName}#${only}.`,
      'several-keys',
    );
  if (only === undefined && entries.length > 0)
    throw badAnswer(
      fileName,
      'Expected questions with a field <key>_prediction, found none.',
      'Name the file that holds the predictions; this one looks like the data that they are made from.',
      'no-predictions',
    );
  return only === undefined ? undefined : fieldOf(only);
}

const isPrediction = /(?:^|_)prediction$/;

function fieldOf(key: string): string {
  return key === 'prediction' ? key : `${key}_prediction`;
}

function readEntries(text: string, fileName: string): Entry[] {
  const place = (path: Path) => (): string => {
    const { line, column } = lineAndColumn(text, offsetOf(text, path));
    return `${fileName}:${line}:${column}`;
  };
  const top = parseJson(text, fileName);
  return (Array.isArray(top) ? top : [top]).flatMap((value: unknown, position) => {
    const path: Path = Array.isArray(top) ? [position] : [];
    const { sample_id: sampleId, qa } = asFields(value, 'a sample', place(path));
    if (typeof sampleId !== 'string')
      throw wrongForm(`a sample with a sample_id, found ${shownValue(sampleId)} there`, place(path));
    if (!Array.isArray(qa))
      throw wrongForm(`a list of questions in qa, found ${shownValue(qa)}`, place([...path, 'qa']));
    return qa.map((question: unknown, qaIndex) => {
      const where = place([...path, 'qa', qaIndex]);
      return { sampleId, qaIndex, fields: asFields(question, 'a question', where), where };
    });
  });
}

function asFields(value: unknown, what: string, where: () => string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw wrongForm(`${what} as an object, found ${shownValue(value)}`, where);
}

function wrongForm(expected: string, where: () => string): Error {
  return badAnswer(
    where(),
    `Expected ${expected}.`,
    'Write a list of {"sample_id", "qa": […]} as the released results; one object per question goes line by line in a .jsonl file.',
  );
}
