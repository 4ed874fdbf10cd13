import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createDownloadFetch } from '../../../models/remote/download-fetch.ts';
import { closedPort, listening, serve } from '../../support/loopback.ts';

const target = 'http://files.example.test/data/file.json';

async function messageOf(reply: Promise<unknown>): Promise<string> {
  return reply.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe('a download', () => {
  it('goes straight to a loopback server, whatever the proxy, with its headers', async () => {
    const address = await serve((request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 2-4/5' }).end(request.headers.range);
    });
    const fetch = createDownloadFetch({ HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` });
    const reply = await fetch(`${address}/file`, { headers: { range: 'bytes=2-' } });
    expect([reply.status, reply.headers.get('content-range'), await reply.text()]).toEqual([
      206,
      'bytes 2-4/5',
      'bytes=2-',
    ]);
  });

  it('goes through the proxy, with its password, and comes as bytes while they arrive', async () => {
    const asked: (string | undefined)[] = [];
    const came: number[] = [];
    const proxy = await serve((request, response) => {
      asked.push(request.url, request.headers['proxy-authorization']);
      response.writeHead(200, { 'content-length': '9' });
      response.write(Buffer.from([0xff, 0x00]));
      void vi.waitUntil(() => came.length === 2, { timeout: 30_000 }).then(() => response.destroy());
    });
    const fetch = createDownloadFetch({ http_proxy: proxy.replace('//', '//me:p%40ss@') });
    const reply = await fetch(target);
    await expect(
      (async () => {
        for await (const chunk of reply.body ?? []) came.push(...chunk);
      })(),
    ).rejects.toThrow();
    expect(came).toEqual([0xff, 0x00]);
    expect(asked).toEqual([target, `Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
  });

  it('follows redirections', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/new') response.end('moved');
      else response.writeHead(302, { location: '/new' }).end();
    });
    expect(await (await createDownloadFetch({})(`${address}/old`)).text()).toBe('moved');
  });
});

describe('a proxy in the way', () => {
  it('is named where it refuses or is lost, and its password is not', async () => {
    const refusing = await serve((_, response) => response.writeHead(503).end('<html>'));
    const lost = `http://127.0.0.1:${await closedPort()}`;
    for (const [proxy, words] of [
      [refusing, 'HTTP status 503 Service Unavailable'],
      [lost, 'the proxy cannot be reached: '],
    ] as const) {
      const fetch = createDownloadFetch({ HTTP_PROXY: proxy.replace('//', '//user:pa%40ss@') });
      const message = await messageOf(fetch(target));
      expect(message).toContain(words);
      expect(message).toContain(`(through the proxy ${proxy}, to ${target})`);
      expect(message).not.toMatch(/pa@ss|pa%40ss|<html>/);
    }
  });

  it('is named where it opens no tunnel', async () => {
    const server = createServer();
    server.on('connect', (_: IncomingMessage, socket: Socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    );
    const proxy = `http://127.0.0.1:${await listening(server)}`;
    const message = await messageOf(
      createDownloadFetch({ HTTPS_PROXY: proxy })('https://files.example.test/f'),
    );
    expect(message).toContain('the proxy answers 403 Forbidden');
    expect(message).toContain(proxy);
  });

  it('is told where it is none', async () => {
    const message = await messageOf(createDownloadFetch({ HTTP_PROXY: 'socks5://127.0.0.1:9' })(target));
    expect(message).toContain('HTTP_PROXY names a proxy of kind socks5');
  });
});
