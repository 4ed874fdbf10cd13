import { readFileSync } from 'node:fs';
import path from 'node:path';
import { copyPackage, editFile } from './package-copy.ts';
import { temporaryFolder } from './run-cli.ts';

/** What becomes of which questions; patterns are regular expressions. */
export interface Script {
  /** Questions that fail, and the reason, in which `#` stands for the question. */
  readonly fail?: string;
  readonly reason?: string;
  /** Questions that are not answered before the file at `until` exists; never, where none is named. */
  readonly hang?: string;
  readonly until?: string;
}

/** A copy of the package whose `answer` stage does what variables of the environment say. */
export interface ScriptedPackage {
  readonly packageFolder: string;
  env(script?: Script): NodeJS.ProcessEnv;
  /** The questions that were asked so far, in order, by all processes. */
  asked(): readonly string[];
}

const script = `
async run(request, context) {
  const { ASKED, FAIL = '$^', REASON = 'the server said 503', HANG = '$^', UNTIL = '' } = process.env;
  appendFileSync(ASKED, JSON.stringify(request.question) + '\\n');
  if (new RegExp(HANG).test(request.question))
    while (!existsSync(UNTIL)) await new Promise((go) => setTimeout(go, 5));
  if (new RegExp(FAIL).test(request.question)) throw new ItemFailure(REASON.replace('#', request.question));
`;

/** Copies the built package and scripts its answers. */
export function scriptedPackage(): ScriptedPackage {
  const packageFolder = copyPackage();
  const log = path.join(temporaryFolder(), 'asked.jsonl');
  editFile(packageFolder, 'dist/stages/answer.js', (text) =>
    `import { appendFileSync, existsSync } from 'node:fs';\nimport { ItemFailure } from '../engine/stage.js';\n${text}`.replace(
      'async run(request, context) {',
      () => script,
    ),
  );
  return {
    packageFolder,
    env: ({ fail, reason, hang, until } = {}) => ({
      ASKED: log,
      FAIL: fail,
      REASON: reason,
      HANG: hang,
      UNTIL: until,
    }),
    asked: () => lines(log).map((line) => String(JSON.parse(line))),
  };
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}
