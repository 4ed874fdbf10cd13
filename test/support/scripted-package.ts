import { readFileSync } from 'node:fs';
import path from 'node:path';
import { copyPackage, editFile } from './package-copy.ts';
import { temporaryFolder } from './run-cli.ts';

/** A copy of the package whose `answer` stage does what variables of the environment say. */
export interface ScriptedPackage {
  readonly packageFolder: string;
  /** Makes the questions that match `fail` fail with `reason`, and never answers those that match `hang`. */
  env(script?: {
    readonly fail?: string;
    readonly reason?: string;
    readonly hang?: string;
  }): NodeJS.ProcessEnv;
  /** The questions that were asked so far, in order, by all processes. */
  asked(): readonly string[];
}

const script = `
async run(request, context) {
  const { ASKED, FAIL = '$^', REASON = 'the server said 503', HANG = '$^' } = process.env;
  appendFileSync(ASKED, JSON.stringify(request.question) + '\\n');
  if (new RegExp(HANG).test(request.question)) await new Promise((go) => setTimeout(go, 600_000));
  if (new RegExp(FAIL).test(request.question)) throw new ItemFailure(REASON.replace('#', request.question));
`;

/** Copies the built package and scripts its answers. */
export function scriptedPackage(): ScriptedPackage {
  const packageFolder = copyPackage();
  const log = path.join(temporaryFolder(), 'asked.jsonl');
  editFile(packageFolder, 'dist/stages/answer.js', (text) =>
    `import { appendFileSync } from 'node:fs';\nimport { ItemFailure } from '../engine/stage.js';\n${text}`.replace(
      'async run(request, context) {',
      () => script,
    ),
  );
  return {
    packageFolder,
    env: ({ fail, reason, hang } = {}) => ({ ASKED: log, FAIL: fail, REASON: reason, HANG: hang }),
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
