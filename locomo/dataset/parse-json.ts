import { ExpectedError } from '../../engine/expected-error.ts';
import { findJsonProblem } from './json-position.ts';
import { lineAndColumn } from './text-position.ts';

/** The value that a strict JSON text stands for; an error with line, column and remedy where it is not one. */
export function parseJson(text: string, fileName: string): unknown {
  if (text.trim() === '') throw emptyFile(fileName);
  const problem = findJsonProblem(text);
  if (problem === undefined) return JSON.parse(text);
  const { message, remedy } = foreignKinds.find(({ begins }) => begins.test(text)) ?? problem;
  const { line, column } = lineAndColumn(text, problem.offset);
  throw new ExpectedError({
    code: 'not-json',
    message,
    where: `${fileName}:${line}:${column}`,
    remedy,
    exitCode: 2,
  });
}

function emptyFile(fileName: string): ExpectedError {
  return new ExpectedError({
    code: 'empty-data',
    message: 'Expected JSON; the file is empty',
    where: fileName,
    remedy: 'Get the file again, or name another one.',
    exitCode: 2,
  });
}

/** Other things that are saved in place of a data file. */
const foreignKinds = [
  {
    begins: /^\s*<(?:!doctype|html|\?xml)/i,
    message: 'Expected JSON, found a web page',
    remedy: 'Download the raw file, not the page that shows it.',
  },
  {
    begins: /^version https:\/\/git-lfs/,
    message: 'Expected JSON, found a Git LFS pointer',
    remedy: 'Run `git lfs pull` where it came from, and copy the file itself.',
  },
];
