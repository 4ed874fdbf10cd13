import { CommanderError } from 'commander';
import { ExpectedError } from '../engine/expected-error.ts';
import { tell } from './streams.ts';

/**
 * Tells people what went wrong while `command` ran, and returns the exit code. A bug shows its stack;
 * nothing else does.
 */
export function printError(error: unknown, command: string): number {
  if (error instanceof CommanderError) return printUsage(error, command);
  if (error instanceof ExpectedError) {
    const { message, where, remedy, exitCode } = error;
    tell(`pipeline: ${where === undefined ? '' : `${where}: `}${message}`);
    if (remedy !== undefined) tell(`  ${remedy}`);
    return exitCode;
  }
  if (error instanceof DOMException && error.name === 'AbortError') {
    tell('Stopped.');
    return 130;
  }
  const stack = error instanceof Error ? error.stack : String(error);
  tell(`pipeline: this is a bug; finished work is kept.\n${stack}`);
  return 1;
}

/** Help that was asked for is no error; help in place of a missing command was printed already. */
function printUsage({ code, exitCode, message }: CommanderError, command: string): number {
  if (exitCode === 0) return 0;
  if (code !== 'commander.help') {
    const [what = '', hint = ''] = message.replace(/^error: /, '').split('\n');
    tell(`pipeline: ${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.?$/, '.')}`);
    tell(`  ${hint.replace(/^\((.*)\)$/, '$1 ')}See ${command} --help.`);
  }
  return 2;
}
