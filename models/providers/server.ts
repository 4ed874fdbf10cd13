import { ExpectedError } from '../../engine/expected-error.ts';
import type { ModelContext } from '../model-context.ts';
import { apiKey } from '../remote/api-key.ts';
import type { Environment } from '../remote/proxy.ts';
import type { Provider } from './provider.ts';

/** A server of a provider. */
export interface Server {
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

type Addressed = Pick<
  Provider,
  'address' | 'addressVariables' | 'addressExample' | 'pathOfClient' | 'keyVariables'
>;

/** The server at the first address that is given: by the user, then by the environment; the provider's where none is. */
export function serverOf(
  provider: Addressed,
  { env }: Pick<ModelContext, 'env'>,
  ...given: readonly GivenAddress[]
): Server {
  const baseUrl = chosenAddress(provider, env, given);
  return { baseUrl, key: () => apiKey(provider.keyVariables, new URL(baseUrl), env) };
}

function chosenAddress(provider: Addressed, env: Environment, given: readonly GivenAddress[]): string {
  const fromEnvironment = provider.addressVariables.map((variable) => ({
    address: withScheme(env[variable]?.trim() ?? ''),
    where: variable,
  }));
  const chosen = [...given, ...fromEnvironment].find(({ address }) => address !== '');
  if (chosen === undefined) return provider.address;
  const { address, where } = chosen;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const wrong = (found: string): ExpectedError => noAddress(found, where, provider);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw wrong('another text');
  if (`${url.username}${url.password}` !== '') throw wrong('one with a user or a password');
  if (`${url.search}${url.hash}` !== '') throw wrong('one with a query or a fragment');
  const { pathOfClient = /$/ } = provider;
  return address.replace(/\/+$/, '').replace(pathOfClient, '');
}

/** Ollama's variable may hold host and port alone. */
function withScheme(address: string): string {
  return /^[\w.-]+(?::\d+)?$/.test(address)
    ? `http://${address.replace(/^0\.0\.0\.0/, '127.0.0.1')}`
    : address;
}

/** Does not show what was found: it may hold a secret. */
function noAddress(
  found: string,
  where: string,
  { addressExample, keyVariables: [variable] }: Addressed,
): ExpectedError {
  return new ExpectedError({
    code: 'address',
    message: `Expected the http or https address of a server, found ${found}.`,
    where,
    remedy: `Give it as in ${addressExample}${variable === undefined ? '' : `; a key belongs in ${variable}`}.`,
  });
}
