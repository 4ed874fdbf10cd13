import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import { unknownName } from '../../engine/unknown-name.ts';
import { decodeText } from '../dataset/decode.ts';
import type { Sample } from '../sample.ts';
import { questionName, type AnsweredQuestion } from './answered-question.ts';
import { badAnswer } from './answer-field.ts';
import type { RawAnswer } from './raw-answer.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import { readQaJson } from './read-qa-json.ts';

/**
 * The answers of a file (JSON lines, released-style `_qa.json`, CSV) or of a run's folder, for every question
 * of the samples in the order of the data; a question of which the file says nothing is `missing`. `key`
 * chooses among the systems of a released-style file. What cannot be matched is an `ExpectedError` with
 * file, line and remedy.
 */
export function readAnswers(
  path: string,
  samples: readonly Sample[],
  { key }: { readonly key?: string | undefined } = {},
): readonly AnsweredQuestion[] {
  const file = answerFile(path);
  const given = matched(readFile(file, key), samples);
  return samples.flatMap((sample) =>
    sample.questions.map((question) => ({
      sample,
      question,
      given: given.get(questionName({ sample, question }))?.given ?? {
        status: 'missing' as const,
        prediction: null,
        context: null,
        reason: 'the file says nothing of it',
      },
    })),
  );
}

/** The file itself, or the one with the results in a run's folder. */
export function answerFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ExpectedError({
      code: 'answers-file',
      message: 'Expected a file of answers or the folder of a run, found none.',
      where: shownPath(path),
      remedy: 'Name a .jsonl, _qa.json or .csv file, or a folder such as outputs/runs/<id>.',
    });
  if (!found.isDirectory()) return path;
  const results = readdirSync(path).filter((name) => name.endsWith('_qa.json'));
  const [only] = results;
  if (only !== undefined && results.length === 1) return join(path, only);
  throw new ExpectedError({
    code: 'answers-file',
    message: `Expected the folder of a run with its _qa.json, found ${results.join(', ') || 'none in it'}.`,
    where: shownPath(path),
    remedy: only === undefined ? 'Name outputs/runs/<id> of a finished run, or a file.' : 'Name one of them.',
  });
}

function readFile(file: string, key: string | undefined): readonly RawAnswer[] {
  const name = shownPath(file);
  const text = decodeText(readBytes(file), name);
  if (text.trim() === '') return [];
  switch (formatOf(file, text)) {
    case 'jsonl':
      return readJsonl(text, name);
    case 'csv':
      return readCsv(text, name);
    case 'qa-json':
      return readQaJson(text, name, key);
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new ExpectedError(
      {
        code: 'answers-file',
        message: 'Expected a file of answers, found one that cannot be read.',
        where: shownPath(file),
        remedy: 'Check its permissions.',
      },
      { cause },
    );
  }
}

/** By the end of the name; files that are named otherwise by how they begin. */
function formatOf(file: string, text: string): 'jsonl' | 'csv' | 'qa-json' {
  const ending = extname(file).toLowerCase();
  if (ending === '.jsonl' || ending === '.ndjson') return 'jsonl';
  if (ending === '.csv') return 'csv';
  if (ending === '.json') return isJsonLines(text) ? 'jsonl' : 'qa-json';
  const begins = text.trimStart()[0];
  if (begins === '[') return 'qa-json';
  return begins === '{' ? 'jsonl' : 'csv';
}

/** Whether the first line is an object of its own. */
function isJsonLines(text: string): boolean {
  const [first = ''] = text.trimStart().split(/\r\n|\n|\r/, 1);
  return /^\{.*"qa_index".*\}\s*$/.test(first);
}

/** The answers by the names of their questions. */
function matched(answers: readonly RawAnswer[], samples: readonly Sample[]): ReadonlyMap<string, RawAnswer> {
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
  return byName;
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
