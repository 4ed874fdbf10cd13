import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath, shownValue } from '../../engine/shown.ts';
import { decodeText } from '../dataset/decode.ts';
import type { Sample } from '../sample.ts';
import { badAnswer } from './answer-field.ts';
import { questionName, type AnsweredQuestion, type GivenAnswer } from './answered-question.ts';
import { matchAnswers } from './match-answers.ts';
import type { RawAnswers } from './raw-answer.ts';
import { readCsv } from './read-csv.ts';
import { readJsonl } from './read-jsonl.ts';
import { readQaJson } from './read-qa-json.ts';

/** The answers of a system, and where they were read. */
export interface AnswerFile {
  readonly file: string;
  /** The key of the system in a released-style file, such as `gpt-4o_observation_top_5`. */
  readonly key?: string;
  /** True for a file of results in the folder of a run, which holds every question that the run was asked. */
  readonly isRun: boolean;
  readonly answers: readonly AnsweredQuestion[];
}

interface ReadOptions {
  /** Chooses among the systems of a released-style file. */
  readonly key?: string | undefined;
}

/** The answers of a file or of a run's folder, as `readAnswerFile` reads them. */
export function readAnswers(
  path: string,
  samples: readonly Sample[],
  options: ReadOptions = {},
): readonly AnsweredQuestion[] {
  return readAnswerFile(path, samples, options).answers;
}

/**
 * The answers of a file (JSON lines, released-style `_qa.json`, CSV) or of a run's folder, for every question
 * of the samples in the order of the data; a question of which the file says nothing is `missing`, but one of which a
 * run says nothing was not asked and is left out. What cannot be matched is an `ExpectedError` with file, line and remedy.
 */
export function readAnswerFile(
  path: string,
  samples: readonly Sample[],
  options: ReadOptions = {},
): AnswerFile {
  const file = answerFile(path);
  const { key, answers } = readFile(file, options.key);
  const given = matchAnswers(answers, samples);
  const isRun = existsSync(join(dirname(file), 'run.json'));
  return {
    file,
    ...(key === undefined ? {} : { key }),
    isRun,
    answers: samples.flatMap((sample) =>
      sample.questions.flatMap((question) => {
        const found = given.get(questionName({ sample, question }));
        return found === undefined && isRun ? [] : [{ sample, question, given: found ?? notGiven }];
      }),
    ),
  };
}

const notGiven: GivenAnswer = {
  status: 'missing',
  prediction: null,
  context: null,
  reason: 'the file says nothing of it',
};

/** The file itself, or the one with the results in a run's folder. */
function answerFile(path: string): string {
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

function readFile(file: string, key: string | undefined): RawAnswers {
  const name = shownPath(file);
  const text = decodeText(readBytes(file), name);
  if (text.trim() === '') return { answers: [] };
  const format = formatOf(file, text);
  if (key !== undefined && format !== 'qa-json')
    throw badAnswer(
      name,
      `Expected a released-style file, in which a key chooses a system, found ${format === 'csv' ? 'CSV' : 'JSON lines'}.`,
      `Leave out the key ${shownValue(key)}.`,
      'needless-key',
    );
  switch (format) {
    case 'jsonl':
      return { answers: readJsonl(text, name) };
    case 'csv':
      return { answers: readCsv(text, name) };
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
