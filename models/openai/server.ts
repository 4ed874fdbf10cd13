import { ExpectedError } from '../../engine/expected-error.ts';
import type { ModelContext } from '../model-context.ts';
import { apiKey } from '../remote/api-key.ts';
import type { Environment } from '../remote/proxy.ts';

/** A server that speaks OpenAI's API. */
export interface OpenAiServer {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Throws `ExpectedError` where the environment has none and the server wants one. */
  key(): string;
}

/** An address and where the user gave it; an empty one was not given. */
export interface GivenAddress {
  readonly address: string;
  readonly where: string;
}

const own = 'https://api.openai.com/v1';

/** The server at the first address that is given: by the user, then by the environment; OpenAI's where none is. */
export function openAiServer(
  { env }: Pick<ModelContext, 'env'>,
  ...given: readonly GivenAddress[]
): OpenAiServer {
  const baseUrl = chosenAddress(env, given);
  return { baseUrl, key: () => apiKey('OPENAI_API_KEY', new URL(baseUrl), env) };
}

function chosenAddress(env: Environment, given: readonly GivenAddress[]): string {
  const fromEnvironment = { address: env['OPENAI_BASE_URL']?.trim() ?? '', where: 'OPENAI_BASE_URL' };
  const chosen = [...given, fromEnvironment].find(({ address }) => address !== '');
  if (chosen === undefined) return own;
  const { address, where } = chosen;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw noAddress('another text', where);
  if (`${url.username}${url.password}` !== '') throw noAddress('one with a user or a password', where);
  if (`${url.search}${url.hash}` !== '') throw noAddress('one with a query or a fragment', where);
  return address.replace(/\/+$/, '');
}

/** Does not show what was found: it may hold a secret. */
function noAddress(found: string, where: string): ExpectedError {
  return new ExpectedError({
    code: 'address',
    message: `Expected the http or https address of a server, found ${found}.`,
    where,
    remedy: 'Give it as in http://127.0.0.1:8080/v1; a key belongs in OPENAI_API_KEY.',
  });
}
