import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** What a run of the command left behind. */
export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Null where a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface CliOptions {
  readonly cwd?: string;
  /** Variables on top of the test's own; undefined takes one away. */
  readonly env?: NodeJS.ProcessEnv;
  /** Text for stdin, which is empty otherwise. */
  readonly input?: string;
  /** The package whose command is run, when it is not this one. */
  readonly packageFolder?: string;
}

/** Starts the built command, so that a test can signal it; `ended` resolves once it is over. */
export function startCli(
  args: readonly string[],
  { cwd, env, input = '', packageFolder = path.resolve(import.meta.dirname, '../..') }: CliOptions = {},
): { readonly process: ChildProcess; readonly ended: Promise<CliResult> } {
  const command = path.join(packageFolder, 'bin/pipeline.js');
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...process.env, npm_command: undefined, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that ends without reading its input closes the pipe; that is its right.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ stdout, stderr, code, signal }));
  });
  return { process: child, ended };
}

/** Runs the built command to its end. */
export function runCli(args: readonly string[], options?: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended;
}

/** A new empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pipeline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
