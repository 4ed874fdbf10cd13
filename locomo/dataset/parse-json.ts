import { ExpectedError } from '../../engine/expected-error.ts';
import { findJsonProblem } from './json-scan.ts';
import { lineAndColumn } from './text-position.ts';

/** The value that a JSON text stands for; an error with line, column and remedy where it is not JSON. */
export function parseJson(text: string, fileName: string): unknown {
  if (text.trim() === '') throw emptyFile(fileName);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw foreignFile(text, fileName) ?? notJson(text, fileName, error);
  }
}

function notJson(text: string, fileName: string, cause: unknown): unknown {
  const problem = findJsonProblem(text);
  // Both read the same grammar: a difference between them is a bug, and is to be seen as one.
  if (problem === undefined) return cause;
  const { line, column } = lineAndColumn(text, problem.offset);
  return new ExpectedError(
    {
      code: 'not-json',
      message: problem.message,
      where: `${fileName}:${line}:${column}`,
      remedy: problem.remedy,
      exitCode: 2,
    },
    { cause },
  );
}

function emptyFile(fileName: string): ExpectedError {
  return new ExpectedError({
    code: 'empty-data',
    message: 'Expected a JSON list of samples; the file is empty',
    where: fileName,
    remedy: 'Get the file again, or name another one.',
    exitCode: 2,
  });
}

/** Other things that are downloaded in place of a data file. */
function foreignFile(text: string, fileName: string): ExpectedError | undefined {
  const kind = foreignKinds.find(({ begins }) => begins.test(text));
  if (kind === undefined) return undefined;
  return new ExpectedError({
    code: 'not-json',
    message: `Expected a JSON list of samples, found ${kind.name}`,
    where: `${fileName}:1:1`,
    remedy: kind.remedy,
    exitCode: 2,
  });
}

const foreignKinds = [
  {
    begins: /^\s*<(?:!doctype|html|\?xml)/i,
    name: 'a web page',
    remedy: 'Download the raw file, not the page that shows it.',
  },
  {
    begins: /^version https:\/\/git-lfs/,
    name: 'a Git LFS pointer',
    remedy: 'Run `git lfs pull` where it came from, and copy the file itself.',
  },
];
