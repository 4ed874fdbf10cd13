import { describe, expect, it } from 'vitest';
import { proxyFor, proxySecrets } from '../../../models/remote/proxy.ts';
import { remoteFaultIn } from '../../../models/remote/remote-fault.ts';

const proxied = { HTTP_PROXY: 'http://gate.test:3128', HTTPS_PROXY: 'http://safe.test:3129' };
const wayTo = (address: string, env: Record<string, string> = proxied): string | undefined =>
  proxyFor(new URL(address), env)?.address;

describe('the proxy for an address', () => {
  it('goes by its scheme', () => {
    expect(wayTo('http://models.example/v1')).toBe('http://gate.test:3128');
    expect(wayTo('https://models.example/v1')).toBe('http://safe.test:3129');
    expect(wayTo('https://models.example/v1', { HTTP_PROXY: 'http://gate.test:3128' })).toBeUndefined();
    expect(wayTo('https://models.example/v1', {})).toBeUndefined();
  });

  it('is read in both cases, lower case first, and empty counts as not set', () => {
    expect(
      wayTo('http://models.example', { http_proxy: 'http://low.test', HTTP_PROXY: 'http://up.test' }),
    ).toBe('http://low.test');
    expect(wayTo('http://models.example', { http_proxy: ' ', HTTP_PROXY: 'http://up.test' })).toBe(
      'http://up.test',
    );
    expect(wayTo('http://models.example', { HTTP_PROXY: '' })).toBeUndefined();
  });

  it('is that of ALL_PROXY where there is none of its own', () => {
    expect(wayTo('https://models.example', { all_proxy: 'http://all.test' })).toBe('http://all.test');
    expect(wayTo('https://models.example', { ALL_PROXY: 'http://all.test', ...proxied })).toBe(
      'http://safe.test:3129',
    );
  });

  it('needs no scheme', () => {
    expect(wayTo('http://models.example', { HTTP_PROXY: 'gate.test:3128' })).toBe('http://gate.test:3128');
    expect(wayTo('http://models.example', { HTTP_PROXY: 'user:secret@gate.test:3128' })).toBe(
      'http://gate.test:3128',
    );
  });

  it.each([
    'http://localhost:8080/v1',
    'http://LOCALHOST/v1',
    'http://api.localhost/v1',
    'http://127.0.0.1:8080/v1',
    'http://127.8.9.1/v1',
    'http://2130706433/v1',
    'http://[::1]:8080/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'http://0.0.0.0:8080/v1',
  ])('is none for this machine: %s', (address) => {
    expect(wayTo(address)).toBeUndefined();
  });

  it.each([
    'http://127.example.com',
    'http://localhost.example.com',
    'http://mylocalhost',
    'http://10.0.0.1',
  ])('is there for others: %s', (address) => {
    expect(wayTo(address)).toBe('http://gate.test:3128');
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['models.example', 'http://models.example/v1'],
    ['models.example', 'http://eu.models.example/v1'],
    ['.models.example', 'http://eu.models.example/v1'],
    ['*.models.example', 'http://eu.models.example/v1'],
    ['MODELS.example', 'http://models.EXAMPLE/v1'],
    ['models.example:8080', 'http://models.example:8080/v1'],
    ['models.example:80', 'http://models.example/v1'],
    ['models.example:443', 'https://models.example/v1'],
    ['*', 'https://models.example/v1'],
    ['a.test, models.example', 'http://models.example/v1'],
    ['a.test models.example', 'http://models.example/v1'],
    ['10.1.2.3', 'http://10.1.2.3/v1'],
    ['fd00::1', 'http://[fd00::1]/v1'],
    ['[fd00::1]', 'http://[fd00::1]:8080/v1'],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080/v1'],
  ])('%s exempts %s', (exempt, address) => {
    expect(wayTo(address, { ...proxied, NO_PROXY: exempt })).toBeUndefined();
    expect(wayTo(address, { ...proxied, no_proxy: exempt })).toBeUndefined();
  });

  it.each([
    ['models.example', 'http://othermodels.example/v1'],
    ['models.example', 'http://models.example.org/v1'],
    ['models.example:8080', 'http://models.example/v1'],
    ['models.example:80', 'https://models.example/v1'],
    ['10.1.2.3', 'http://10.1.2.30/v1'],
    ['[fd00::1]:8080', 'http://[fd00::1]:9090/v1'],
    ['', 'http://models.example/v1'],
    [',, ,', 'http://models.example/v1'],
  ])('%s does not exempt %s', (exempt, address) => {
    expect(wayTo(address, { ...proxied, NO_PROXY: exempt })).toBeDefined();
  });
});

describe('passwords of proxies', () => {
  it('become the authorization and are left out of the address', () => {
    const proxy = proxyFor(new URL('http://models.example'), {
      HTTP_PROXY: 'http://user:pa%40ss@gate.test:3128',
    });
    expect(proxy).toEqual({
      address: 'http://gate.test:3128',
      authorization: `Basic ${Buffer.from('user:pa@ss').toString('base64')}`,
    });
  });

  it('are known in every form, also where they are not encoded', () => {
    const secrets = proxySecrets({
      http_proxy: 'http://user:pa%40ss@gate.test',
      ALL_PROXY: 'me:p@ss:word@gate.test',
    });
    expect(secrets).toEqual(expect.arrayContaining(['pa%40ss', 'pa@ss', 'p@ss:word']));
    expect(proxySecrets({ HTTP_PROXY: 'http://gate.test:3128/a@b' })).toEqual([]);
  });
});

it.each([
  [
    'socks5://user:secret@gate.test:1080',
    'HTTP_PROXY names a proxy of kind socks5; http and https are understood',
  ],
  ['http://user:secret@gate.test:port', 'HTTP_PROXY holds no address of a proxy'],
  ['http://', 'HTTP_PROXY holds no address of a proxy'],
])('a proxy that cannot be used ends the run: %s', (value, reason) => {
  let fault: unknown;
  try {
    proxyFor(new URL('http://models.example'), { HTTP_PROXY: value });
  } catch (error) {
    fault = remoteFaultIn(error)?.fault;
  }
  expect(fault).toMatchObject({ ends: 'run', code: 'bad-proxy', reason });
});
