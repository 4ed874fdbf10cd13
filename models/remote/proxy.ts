import { runFault } from './fault.ts';
import { RemoteFault } from './remote-fault.ts';

/** A proxy to go through. */
export interface Proxy {
  /** Scheme, host and port alone: what may be shown. */
  readonly address: string;
  /** The value of `Proxy-Authorization`, where the proxy wants one. */
  readonly authorization: string | undefined;
}

/** Variables by name; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment names for an address: `HTTP_PROXY` or `HTTPS_PROXY` by its scheme, otherwise
 * `ALL_PROXY`, in lower case first; none for loopback and for what `NO_PROXY` lists. Throws `RemoteFault`
 * where the variable names none that can be used.
 */
export function proxyFor(target: URL, env: Environment): Proxy | undefined {
  const host = bareHost(target.hostname);
  if (isLoopback(host)) return undefined;
  const exempt = valueOf('no_proxy', env)?.value ?? '';
  if (exempt.split(/[\s,]+/).some((entry) => entry !== '' && covers(entry, host, portOf(target))))
    return undefined;
  const named = valueOf(`${target.protocol.slice(0, -1)}_proxy`, env) ?? valueOf('all_proxy', env);
  return named && parseProxy(named.name, named.value);
}

/** Every secret among the proxies of an environment: passwords as written and decoded, and whole logins as they are sent. */
export function proxySecrets(env: Environment): readonly string[] {
  return ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) =>
    [env[name], env[name.toUpperCase()]].flatMap((value) => {
      const login = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/]*)@/i.exec(value ?? '')?.[1];
      if (login === undefined) return [];
      const password = login.slice(login.indexOf(':') + 1);
      return [password, decoded(password), Buffer.from(decoded(login)).toString('base64')];
    }),
  );
}

/** Whether a host, without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|::1|0\.0\.0\.0|::|::ffff:7f.*)$/i.test(host);
}

/** An IPv6 host without its brackets, any other as it is. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
}

function valueOf(name: string, env: Environment): { name: string; value: string } | undefined {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = env[spelling]?.trim();
    if (value !== undefined && value !== '') return { name: spelling, value };
  }
  return undefined;
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

/** `host`, `host:port`, `.suffix`, `*.suffix`, `*`, `[::1]:port`; a host covers its subdomains, as in curl. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, bracketed, plain = entry, entryPort] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  const suffix = (bracketed ?? plain).toLowerCase().replace(/^\*?\./, '');
  return host === suffix || host.endsWith(`.${suffix}`);
}

function parseProxy(name: string, value: string): Proxy {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RemoteFault(runFault('bad-proxy', `${name} holds no address of a proxy`));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RemoteFault(
      runFault(
        'bad-proxy',
        `${name} names a proxy of kind ${url.protocol.slice(0, -1)}; http and https are understood`,
      ),
    );
  const login = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    address: `${url.protocol}//${url.host}`,
    authorization: login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
