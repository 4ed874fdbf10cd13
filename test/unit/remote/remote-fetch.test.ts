import { createServer as createTcpServer } from 'node:net';
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../cli/system-clock.ts';
import type { Fault } from '../../../models/remote/fault.ts';
import type { Environment } from '../../../models/remote/proxy.ts';
import { createRemote, type RemoteOptions } from '../../../models/remote/remote.ts';
import { remoteFaultIn, type RemoteFault } from '../../../models/remote/remote-fault.ts';
import { closedPort, serve } from '../../support/loopback.ts';

const key = 'planted-key-0123456789';
const answer = JSON.stringify({ choices: [{ message: { content: 'a kayak' }, finish_reason: 'stop' }] });

/** Asks a server as a client library does. */
function ask(address: string, options: RemoteOptions & { env?: Environment; signal?: AbortSignal } = {}) {
  const { env = {}, signal, ...settings } = options;
  return createRemote(env, systemClock, settings).fetch(`${address}/v1/chat/completions?api-version=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"model": "m", "text": "ä"}',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The fault that a server of that kind leads to. */
async function faultOf(listener: RequestListener, options: RemoteOptions = {}): Promise<RemoteFault> {
  return failed(ask(await serve(listener), options));
}

async function failed(reply: Promise<unknown>): Promise<RemoteFault> {
  const error: unknown = await reply.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const fault = remoteFaultIn(error);
  if (fault === undefined) throw new Error('a fault was due', { cause: error });
  return fault;
}

describe('what is sent and what comes back', () => {
  it('is what the client asked, and the whole body', async () => {
    let seen: unknown;
    const address = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
      seen = { method: request.method, url: request.url, key: request.headers.authorization, body };
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      for (const character of answer) response.write(character);
      response.end();
    });
    const reply = await ask(address);
    expect(await reply.text()).toBe(answer);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(seen).toEqual({
      method: 'POST',
      url: '/v1/chat/completions?api-version=1',
      key: `Bearer ${key}`,
      body: '{"model": "m", "text": "ä"}',
    });
  });

  it('may be asked with a Request, and with bytes', async () => {
    const bodies: string[] = [];
    const address = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      bodies.push(body);
      response.end(answer);
    });
    const { fetch } = createRemote({}, systemClock);
    await fetch(new Request(`${address}/a`, { method: 'POST', body: '{"a": 1}' }));
    await fetch(new URL(`${address}/b`), { method: 'POST', body: new TextEncoder().encode('{"b": 1}') });
    expect(bodies).toEqual(['{"a": 1}', '{"b": 1}']);
  });

  it('never holds the key that a server echoes', async () => {
    const address = await serve((request, response) => {
      const content = `Your header is ${String(request.headers.authorization)}`;
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
    expect(await (await ask(address)).text()).toContain('Your header is Bearer [hidden]');
  });
});

const dripping: RequestListener = async (_, response) => {
  for (;;) {
    response.write(' ');
    await pause(10);
    if (response.destroyed) return;
  }
};

describe('faults', () => {
  it.each<[string, RequestListener, Fault['code']]>([
    ['a refusal', (_, response) => response.writeHead(400).end('{"error": {"message": "no"}}'), 'refused'],
    ['a storm', (_, response) => response.writeHead(429).end(), 'overloaded'],
    ['an HTML page', (_, response) => response.end('<html></html>'), 'wrong-address'],
    ['an empty body', (_, response) => response.end(), 'empty-answer'],
    [
      'a redirection',
      (_, response) => response.writeHead(302, { location: '/login' }).end(),
      'wrong-address',
    ],
    ['a connection that is closed before the reply', (request) => request.socket.destroy(), 'broken-off'],
    ['a connection that is reset', (request) => request.socket.resetAndDestroy(), 'broken-off'],
    [
      'a body that breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': answer.length });
        response.write(answer.slice(0, 20), () => request.socket.destroy());
      },
      'broken-off',
    ],
    [
      'a chunked body that breaks off',
      (request, response) => {
        response.write(answer.slice(0, 20), () => request.socket.resetAndDestroy());
      },
      'broken-off',
    ],
    [
      'a body that is longer than announced',
      (_, response) => {
        response.strictContentLength = false;
        response.writeHead(200, { 'content-length': 20 });
        response.end(answer);
      },
      'broken-off',
    ],
  ])('%s is understood', async (_, listener, code) => {
    expect((await faultOf(listener)).fault.code).toBe(code);
  });

  it('a server that does not reply in time', async () => {
    const { fault } = await faultOf(() => undefined, { timeoutMs: 50 });
    expect(fault).toMatchObject({ code: 'timed-out', ends: 'attempt' });
    expect(fault.reason).toBe('no reply from the server within 0.1 s');
  });

  it('a body that does not end in time', async () => {
    expect((await faultOf(dripping, { timeoutMs: 100 })).fault.code).toBe('timed-out');
  });

  it('a port on which nobody listens', async () => {
    const port = await closedPort();
    const { fault } = await failed(ask(`http://127.0.0.1:${port}`));
    expect(fault.code).toBe('unreachable');
    expect(fault.reason).toBe(`127.0.0.1:${port}: the connection was refused (ECONNREFUSED)`);
  });

  it('a host that nobody knows', async () => {
    const { fault } = await failed(ask('http://models.example.invalid'));
    expect(fault.code).toBe('unreachable');
  });

  it('something that does not speak HTTP, and https spoken to http', async () => {
    const speaksOther = createTcpServer((socket) => {
      socket.on('error', () => undefined).end('SSH-2.0-x\r\n');
    });
    await new Promise<void>((resolve) => speaksOther.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void speaksOther.close());
    const bound = speaksOther.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    expect((await failed(ask(`http://127.0.0.1:${port}`))).fault.code).toBe('broken-off');
    const plain = await serve((_, response) => response.end(answer));
    expect((await failed(ask(plain.replace('http:', 'https:')))).fault.code).toBe('wrong-address');
  });

  it('names the address without the query, and no key that is echoed, wherever it is cut', async () => {
    for (let padding = 150; padding < 260; padding += 3) {
      const { fault, address } = await faultOf((request, response) => {
        const message = `${'x'.repeat(padding)} ${String(request.headers.authorization)} is no key`;
        response.writeHead(401).end(JSON.stringify({ error: { message } }));
      });
      expect(fault.code).toBe('bad-key');
      expect(fault.reason).not.toContain('plant');
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/);
    }
  });

  it('say nothing that a client library could stumble over', async () => {
    const fault = await faultOf((_, response) =>
      response.writeHead(500).end('{"error": "upstream timed out"}'),
    );
    expect(String(fault)).not.toMatch(/timed? ?out|abort/i);
    expect(fault.fault.reason).toContain('upstream timed out');
  });
});

describe('stopping', () => {
  it('ends a request at once with the reason of the signal', async () => {
    const address = await serve(() => undefined);
    const controller = new AbortController();
    const reason = new Error('stopped');
    const reply = ask(address, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(reply).rejects.toBe(reason);
    await expect(ask(address, { signal: controller.signal })).rejects.toBe(reason);
  });
});
