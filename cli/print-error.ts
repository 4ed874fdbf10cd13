import { CommanderError } from 'commander';
import { ExpectedError } from '../engine/expected-error.ts';
import { tell } from './streams.ts';

/** Tells what went wrong, for people, and returns the exit code. A bug shows its stack; nothing else does. */
export function printError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ExpectedError) {
    const { message, where, remedy, exitCode } = error;
    tell(`pipeline: ${where === undefined ? '' : `${where}: `}${message}`);
    if (remedy !== undefined) tell(`  ${remedy}`);
    return exitCode;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  tell(`pipeline: this is a bug; finished work is kept.\n${stack}`);
  return 1;
}
