import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../../../models/remote/api-key.ts';
import { parseDotEnv, withDotEnv } from '../../../models/remote/dot-env.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/run-cli.ts';

const remote = new URL('https://models.example/v1');

describe('the key of a server', () => {
  it('is the value of its variable', () => {
    expect(apiKey(['SOME_KEY'], remote, { SOME_KEY: ' sk-1234 \n' })).toBe('sk-1234');
  });

  it('is missing with a remedy', () => {
    for (const env of [{}, { SOME_KEY: '' }, { SOME_KEY: '  ' }]) {
      expect(failureOf(() => apiKey(['SOME_KEY'], remote, env))).toMatchObject({
        code: 'missing-key',
        where: 'SOME_KEY',
        exitCode: 2,
      });
    }
    expect(failureOf(() => apiKey(['SOME_KEY'], remote, {})).remedy).toContain('.env');
  });

  it('is not needed on this machine, but sent where there is one', () => {
    for (const address of ['http://localhost:1/v1', 'http://127.0.0.1:1/v1', 'http://[::1]:1/v1']) {
      expect(apiKey(['SOME_KEY'], new URL(address), {})).toBe('none');
      expect(apiKey(['SOME_KEY'], new URL(address), { SOME_KEY: 'sk-1234' })).toBe('sk-1234');
    }
  });

  it('is never shown where it cannot be one', () => {
    const { code, message, remedy } = failureOf(() =>
      apiKey(['SOME_KEY'], remote, { SOME_KEY: 'sk-plan\nted “key”' }),
    );
    expect(code).toBe('malformed-key');
    expect(`${message} ${String(remedy)}`).not.toMatch(/sk-plan|nted/);
  });
});

describe('.env', () => {
  it('holds names and values', () => {
    const text = [
      '# comment',
      'PLAIN=sk-1234',
      '  SPACED = a b   # comment',
      'export EXPORTED=yes',
      "SINGLE='a # b \\n'",
      'DOUBLE="a # \\"b\\"\\nc\\\\d" # comment',
      'HASH=a#b',
      'EMPTY=',
      'EQUALS=a=b',
      'TWICE=1',
      'TWICE=2',
      'no assignment',
      '1BAD=x',
      "OPEN='never closed",
      'LAST=end',
    ].join('\n');
    expect(parseDotEnv(text)).toEqual({
      PLAIN: 'sk-1234',
      SPACED: 'a b',
      EXPORTED: 'yes',
      SINGLE: 'a # b \\n',
      DOUBLE: 'a # "b"\nc\\d',
      HASH: 'a#b',
      EMPTY: '',
      EQUALS: 'a=b',
      TWICE: '2',
      OPEN: "'never closed",
      LAST: 'end',
    });
  });

  it('adds to an environment what is not set there', () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, '.env'), '\uFEFFA=from file\r\nB=from file\r\n');
    expect(withDotEnv({ A: 'set', C: 'set' }, folder)).toEqual({ A: 'set', B: 'from file', C: 'set' });
  });

  it('need not be there, and a folder of that name is none', () => {
    const folder = temporaryFolder();
    expect(withDotEnv({ A: 'set' }, folder)).toEqual({ A: 'set' });
    mkdirSync(path.join(folder, '.env'));
    expect(withDotEnv({ A: 'set' }, folder)).toEqual({ A: 'set' });
  });
});
