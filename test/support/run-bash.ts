import { execFile } from 'node:child_process';
import path from 'node:path';
import type { CliResult } from './run-cli.ts';

const command = path.resolve(import.meta.dirname, '../../bin/pipeline.js');

/** Runs a script in bash, in which `pipeline` is the built command, and a pipe fails where any part of it does. */
export function runBash(script: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  const set = `set -o pipefail\npipeline() { "$NODE" "$PIPELINE" "$@"; }\n`;
  const options = {
    cwd,
    env: { ...process.env, NODE: process.execPath, PIPELINE: command, ...env },
    maxBuffer: 1e8,
  };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', set + script], options, (_error, stdout, stderr) =>
      resolve({ stdout, stderr, code: child.exitCode, signal: child.signalCode }),
    );
  });
}
