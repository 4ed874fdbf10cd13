import { ExpectedError } from '../../engine/expected-error.ts';
import { bareHost, isLoopback, type Environment } from './proxy.ts';

/** Sent where no key is needed; client libraries want one. */
const placeholder = 'none';

/**
 * The key for a server from the first of the variables that holds one. A server on this machine needs none. Throws
 * `ExpectedError` where it is missing or cannot be one; no message ever holds the key.
 */
export function apiKey(variables: readonly string[], server: URL, env: Environment): string {
  const variable = variables.find((name) => (env[name]?.trim() ?? '') !== '') ?? variables[0];
  if (variable === undefined) return placeholder;
  const key = env[variable]?.trim() ?? '';
  if (key === '') {
    if (isLoopback(bareHost(server.hostname))) return placeholder;
    throw new ExpectedError({
      code: 'missing-key',
      message: `Expected an API key for ${server.host}, found none.`,
      where: variable,
      remedy: `Set ${variable} in the environment, or write ${variable}=… into a file named .env in the working folder.`,
    });
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ExpectedError({
      code: 'malformed-key',
      message: 'Expected an API key, found a text with blanks or characters that no key has.',
      where: variable,
      remedy: 'Copy the key again, without quotes or line breaks.',
    });
  return key;
}
