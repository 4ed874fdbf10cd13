import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchText } from '../../../cli/fetch-text.ts';
import { loadErrata } from '../../../cli/load-errata.ts';
import { serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/run-cli.ts';
import { aDigest, entry, overlayText } from './fiction.ts';

const own = { name: 'own.json', sha256: aDigest };
const text = overlayText([entry({ do: 'contest' })]);

describe('errata', () => {
  it('load from a file and from an address, in order', async () => {
    const file = join(temporaryFolder(), 'mine.json');
    writeFileSync(file, text);
    const address = await serve((request, response) => {
      // One redirection within the scheme.
      if (request.url === '/errata') response.writeHead(302, { location: '/moved' }).end();
      else response.end(text);
    });
    const overlays = await loadErrata([file, `${address}/errata`], own);
    expect(overlays.map(({ name, entries }) => [name, entries.length])).toEqual([
      [file, 1],
      [`${address}/errata`, 1],
    ]);
  });

  it('that ship are known by name, and are refused for other data', async () => {
    await expect(loadErrata(['structural'], own)).rejects.toMatchObject({
      code: 'errata-of-other-data',
      message: expect.stringContaining(aDigest),
    });
  });

  it('that are not there are told with what there is', async () => {
    await expect(loadErrata(['strutcural'], own)).rejects.toMatchObject({
      code: 'errata-file',
      where: 'strutcural',
      remedy: expect.stringContaining('structural'),
    });
  });

  it.each([
    ['a refusal', 404, {}, 'HTTP status 404'],
    ['another scheme', 302, { location: 'https://files.example.test/' }, 'from http:// to https://'],
    ['a file', 301, { location: 'file:///etc/hosts' }, 'from http:// to file://'],
    ['a circle', 302, { location: '/again' }, 'more than 5 redirections'],
  ])('do not come by %s', async (_what, status, headers, told) => {
    const address = await serve((_request, response) => response.writeHead(status, headers).end(text));
    await expect(loadErrata([address], own)).rejects.toMatchObject({
      code: 'fetch-failed',
      exitCode: 1,
      message: expect.stringContaining(told),
      where: address,
    });
  });

  it('that are too long are given up', async () => {
    const chunk = Buffer.alloc(1_000_000, 32);
    let sent = 0;
    const address = await serve((_request, response) => {
      const more = (): void => {
        sent += 1;
        if (sent < 100 && !response.destroyed) response.write(chunk, () => setImmediate(more));
        else response.end();
      };
      more();
    });
    await expect(fetchText(address, 'errata', globalThis.fetch)).rejects.toThrow('more than 10 MB');
    expect(sent).toBeLessThan(100);
  });

  it('from where nobody answers say why', async () => {
    await expect(loadErrata(['http://127.0.0.1:1/errata'], own)).rejects.toMatchObject({
      code: 'fetch-failed',
      message: expect.stringContaining('none that can be reached'),
    });
  });
});
