import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../cli/system-clock.ts';
import { ExpectedError } from '../../../engine/expected-error.ts';
import { ItemFailure } from '../../../engine/stage.ts';
import { callServer } from '../../../models/remote/call-server.ts';
import type { Clock } from '../../../models/remote/clock.ts';
import { Limiter } from '../../../models/remote/limiter.ts';
import type { Environment } from '../../../models/remote/proxy.ts';
import { createRemote } from '../../../models/remote/remote.ts';
import { defaultPolicy } from '../../../models/remote/retry.ts';
import type { Usage } from '../../../models/remote/usage.ts';
import { closedPort, listening, serve } from '../../support/loopback.ts';
import { noPlayer, playServer, type PlayedRequest } from '../../support/play-server.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const key = 'sk-case-0123456789abcdef';
const answer = JSON.stringify({ choices: [{ message: { content: 'a kayak' }, finish_reason: 'stop' }] });

interface Setting {
  readonly clock?: Clock;
  readonly concurrency?: number;
  readonly env?: Environment;
  readonly signal?: AbortSignal;
  /** The signal where absent. */
  readonly stopping?: AbortSignal;
}

/** Callers of one server, who share a limiter and a list of what they were told. */
function callers(
  baseUrl: string,
  {
    clock = new VirtualClock(),
    concurrency = 4,
    env = {},
    signal = new AbortController().signal,
    stopping = signal,
  }: Setting = {},
) {
  const remote = createRemote(env, clock);
  const limiter = new Limiter({ concurrency }, clock);
  const told: string[] = [];
  const wasted: (Usage | undefined)[] = [];
  const call = {
    signal,
    stopping,
    note: () => undefined,
    tell: (message: string) => void told.push(message),
  };
  const make = <T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    callServer(attempt, {
      limiter,
      policy: defaultPolicy,
      remote,
      call,
      wasted: (usage) => void wasted.push(usage),
    });
  return {
    told,
    wasted,
    limiter,
    make,
    /** Asks one question; the client library wraps what fetch throws. */
    ask: (question: string, path = '/v1/chat/completions') =>
      make(async (within) => {
        const reply = await remote
          .fetch(`${baseUrl}${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({
              model: 'm',
              messages: [{ role: 'user', content: question }],
              input: [question],
            }),
            signal: within,
          })
          .catch((cause: unknown) => {
            throw new Error('Connection error.', { cause });
          });
        return (await reply.json()) as unknown;
      }),
  };
}

/** Serves the refusals one after the other, then answers; counts the requests. */
async function refusing(
  ...refusals: readonly RequestListener[]
): Promise<{ address: string; seen: () => number }> {
  let seen = 0;
  const address = await serve((request, response) => {
    const refuse = refusals[seen];
    seen += 1;
    if (refuse === undefined) response.end(answer);
    else refuse(request, response);
  });
  return { address, seen: () => seen };
}

const status =
  (code: number, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(code).end(body);

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a call', () => {
  it('is tried until it succeeds, whatever passes in between', async () => {
    const { address, seen } = await refusing(
      status(503),
      (request) => request.socket.destroy(),
      status(200, '{"error": {"code": 429}}'),
      status(200),
      status(502, '<html></html>'),
    );
    const { ask, told } = callers(address);
    expect(await ask('?')).toEqual(JSON.parse(answer));
    expect(seen()).toBe(6);
    expect(told).toHaveLength(5);
    expect(told[0]).toBe('503 Service Unavailable: waits 0.5 s (try 2 of 6)');
  });

  it('fails its item alone after the last try', async () => {
    const { address, seen } = await refusing(
      ...Array.from({ length: 6 }, () => status(500, '{"error": "no memory"}')),
    );
    const { ask } = callers(address);
    const error = await thrownBy(ask('?'));
    expect(error).toBeInstanceOf(ItemFailure);
    expect(String(error)).toContain('500 Internal Server Error: no memory; gave up after 6 tries.');
    expect(seen()).toBe(6);
    expect(await ask('?')).toBeDefined();
  });

  it('ends the run at once where no call can succeed, and tells what to do', async () => {
    const { address, seen } = await refusing(
      status(401, `{"error": {"message": "Incorrect API key: ${key}."}}`),
    );
    const error = await thrownBy(callers(address).ask('?'));
    expect(error).toBeInstanceOf(ExpectedError);
    expect(error).toMatchObject({
      code: 'bad-key',
      message: '401 Unauthorized: Incorrect API key: [hidden].',
      where: `${address}/v1/chat/completions`,
      exitCode: 1,
    });
    expect(seen()).toBe(1);
  });

  it('ends the run where the server cannot be reached to the last try, and nobody got through', async () => {
    const error = await thrownBy(callers(`http://127.0.0.1:${await closedPort()}`).ask('?'));
    expect(error).toMatchObject({ code: 'unreachable', exitCode: 1 });
    expect(String(error)).toContain('gave up after 6 tries');
  });

  it('ends the run after ten lost calls in a row, not where others succeed in between', async () => {
    const address = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (body.includes('bad')) response.writeHead(500);
      response.end(answer);
    });
    const mixed = callers(address);
    for (let round = 0; round < 3; round += 1) {
      for (let lost = 0; lost < 9; lost += 1) {
        expect(await thrownBy(mixed.ask('bad'))).toBeInstanceOf(ItemFailure);
      }
      await mixed.ask('good');
    }
    const down = callers(address);
    const errors = await Promise.all(Array.from({ length: 12 }, () => thrownBy(down.ask('bad'))));
    expect(errors.filter((error) => error instanceof ItemFailure)).toHaveLength(9);
    expect(errors.filter((error) => error instanceof ExpectedError)).toHaveLength(3);
  });

  it('tells of replies that were paid for and are of no use', async () => {
    const useless = (finish: string): RequestListener =>
      status(
        200,
        JSON.stringify({
          choices: [{ message: { content: '' }, finish_reason: finish }],
          usage: { prompt_tokens: 30, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 10 } },
        }),
      );
    const { address } = await refusing(useless('stop'), status(503), useless('length'));
    const { ask, wasted } = callers(address);
    expect(String(await thrownBy(ask('?')))).toContain('the answer was cut');
    expect(wasted).toEqual([
      { input: 30, cachedInput: 10, output: 4 },
      { input: 30, cachedInput: 10, output: 4 },
    ]);
  });

  it('halves the load on an overload, and lets others go on while it waits', async () => {
    const { address } = await refusing(status(429), status(500));
    const { ask, limiter } = callers(address, { concurrency: 8 });
    await ask('?');
    expect(limiter.allowed).toBe(4);
    await Promise.all(Array.from({ length: 30 }, () => ask('?')));
    expect(limiter.allowed).toBe(8);
  });

  it('passes what is no fault of the server on as it is', async () => {
    const { make } = callers('http://127.0.0.1:9');
    for (const error of [
      new ItemFailure('no such vector'),
      new ExpectedError({ code: 'x', message: 'x' }),
      new TypeError('x is not a function'),
    ]) {
      expect(await thrownBy(make(() => Promise.reject(error)))).toBe(error);
    }
    const failure = new ItemFailure('no such vector');
    const wrapped = new Error('Connection error.', { cause: failure });
    expect(await thrownBy(make(() => Promise.reject(wrapped)))).toBe(failure);
  });

  it('understands errors of libraries that do not use our fetch, without their secrets', async () => {
    const { make } = callers('http://127.0.0.1:9');
    const error = Object.assign(new Error(`401 your key ${key}`), { status: 401 });
    const thrown = await thrownBy(make(() => Promise.reject(error)));
    expect(thrown).toMatchObject({ code: 'bad-key' });
    expect(String(thrown)).not.toContain('0123456789');
  });

  it('ends at once with the run, wherever it is', async () => {
    const reason = new Error('stopped');
    for (const listener of [status(503), () => undefined]) {
      const controller = new AbortController();
      const { ask } = callers(await serve(listener), {
        signal: controller.signal,
        clock: systemClock,
        concurrency: 1,
      });
      const calls = Array.from({ length: 20 }, () => thrownBy(ask('?')));
      setTimeout(() => controller.abort(reason), 50);
      expect(await Promise.all(calls)).toEqual(calls.map(() => reason));
    }
  });

  it('finishes what is out when the run stops, and waits for nothing more', async () => {
    const stopping = new AbortController();
    const reason = new Error('stopped');
    const { make, limiter } = callers('http://127.0.0.1:9', {
      stopping: stopping.signal,
      clock: systemClock,
      concurrency: 2,
    });
    const refused = make(() => Promise.reject(Object.assign(new Error('503 Busy'), { status: 503 })));
    await vi.waitUntil(() => limiter.allowed === 1);
    const out = make(async () => {
      stopping.abort(reason);
      return 'answer';
    });
    const inLine = make(() => Promise.resolve('sent'));
    expect(await Promise.all([thrownBy(refused), out, thrownBy(inLine)])).toEqual([reason, 'answer', reason]);
  });

  it('may be made many times at once without a warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const { address } = await refusing(...Array.from({ length: 40 }, () => status(429)));
    const { ask } = callers(address, { concurrency: 64, clock: systemClock });
    await Promise.all(Array.from({ length: 100 }, () => ask('?')));
    expect(warnings).toEqual([]);
  });
});

/** The times between the requests for the question that was refused first. */
function gaps(log: readonly PlayedRequest[]): readonly number[] {
  const same = log.filter(({ body }) => JSON.stringify(body) === JSON.stringify(log[0]?.body));
  return same.slice(1).map(({ ms }, place) => ms - (same[place]?.ms ?? 0));
}

/** Asks nine questions one after the other; the waits after refusals, in milliseconds, by the server's log. */
async function nine(spec: string) {
  const server = await playServer(`05-retry-after/${spec}`);
  const { ask, told } = callers(server.address, { clock: systemClock, concurrency: 1 });
  const ends = await Promise.all(Array.from({ length: 9 }, (_, place) => thrownBy(ask(`question ${place}`))));
  const log = (await server.log()).filter(({ route }) => route === 'chat');
  return { failures: ends.filter((end) => end !== undefined), told, log };
}

describe(`what a server says about when to come back${noPlayer}`, () => {
  it.skipIf(noPlayer !== '').each([
    ['server-seconds.json', 2000],
    ['server-date.json', 2000],
    ['server-milliseconds.json', 1500],
  ])('is heeded: %s', async (spec, least) => {
    const { failures, log, told } = await nine(spec);
    expect(failures).toEqual([]);
    expect(log).toHaveLength(10);
    expect(gaps(log)[0]).toBeGreaterThanOrEqual(least);
    expect(gaps(log)[0]).toBeLessThan(10_000);
    expect(told[0]).toMatch(/waits \d\.\d s \(try 2 of 6\)$/);
  });

  it.skipIf(noPlayer !== '')('may be nothing: the gaps grow', async () => {
    const { failures, log } = await nine('server-none.json');
    expect(failures).toEqual([]);
    expect(log).toHaveLength(12);
    const sizes = gaps(log);
    expect(sizes.every((gap, place) => gap > (sizes[place - 1] ?? 0))).toBe(true);
  });

  it.skipIf(noPlayer !== '')('may be a day: that question fails at once, the others go on', async () => {
    const { failures, log } = await nine('server-a-day.json');
    expect(log).toHaveLength(9);
    expect(failures.map(String)).toEqual([expect.stringContaining('the server asks to wait 24 h')]);
  });

  it.skipIf(noPlayer !== '')('may be over: the ordinary wait', async () => {
    const { failures, log } = await nine('server-past-date.json');
    expect(failures).toEqual([]);
    expect(gaps(log)[0]).toBeGreaterThanOrEqual(490);
  });
});

describe(`proxies of the environment${noPlayer}`, () => {
  const dead = 'http://user:pa%40ss@127.0.0.1:9';

  it.skipIf(noPlayer !== '')('are not asked for a server on this machine', async () => {
    const { address, log } = await playServer('08-proxy-and-local-server/server.json');
    for (const env of [
      { HTTP_PROXY: dead, NO_PROXY: 'localhost,127.0.0.1' },
      { http_proxy: dead, no_proxy: 'localhost,127.0.0.1' },
      { HTTP_PROXY: dead, NO_PROXY: new URL(address).host },
      { HTTP_PROXY: dead, NO_PROXY: '*' },
      { HTTP_PROXY: dead },
    ]) {
      await callers(address, { env }).ask('What is it?');
    }
    expect(await log()).toHaveLength(5);
  });

  it.skipIf(noPlayer !== '')('get the whole address of a plain target', async () => {
    const { address, log } = await playServer('08-proxy-and-local-server/server.json');
    const { ask } = callers('http://models.example.test', { env: { HTTP_PROXY: address } });
    await ask('What is it?', '/v1/embeddings');
    await ask('What is it?');
    expect((await log()).map(({ path }) => path)).toEqual([
      'http://models.example.test/v1/embeddings',
      'http://models.example.test/v1/chat/completions',
    ]);
  });

  it.skipIf(noPlayer !== '')('that refuse are named, with the status and the target', async () => {
    const { address } = await playServer('08-proxy-and-local-server/proxy-refuses.json');
    const { ask } = callers('http://models.example.test', { env: { HTTP_PROXY: address } });
    const text = String(await thrownBy(ask('What is it?')));
    expect(text).toContain('503 Service Unavailable: an HTML page in place of JSON');
    expect(text).toContain(
      `(through the proxy ${address}, to http://models.example.test/v1/chat/completions)`,
    );
    expect(text).toContain('NO_PROXY');
    expect(text).not.toMatch(/<html|Unexpected token/);
  });

  it('that cannot be reached are named, without their password', async () => {
    const gone = `127.0.0.1:${await closedPort()}`;
    const proxy = `http://user:pa%40ss@${gone}`;
    for (const env of [
      { HTTP_PROXY: proxy },
      { ALL_PROXY: proxy },
      { HTTPS_PROXY: proxy, HTTP_PROXY: proxy },
    ]) {
      for (const target of ['http://models.example.test', 'https://models.example.test']) {
        if (target.startsWith('https') && !('HTTPS_PROXY' in env) && !('ALL_PROXY' in env)) continue;
        const { ask, told } = callers(target, { env });
        const error = await thrownBy(ask('?'));
        expect(error).toMatchObject({ code: 'proxy-failed', exitCode: 1 });
        expect(String(error)).toContain('the proxy cannot be reached');
        expect(String(error)).toContain(
          `(through the proxy http://${gone}, to ${target}/v1/chat/completions)`,
        );
        expect(JSON.stringify([error, String(error), told])).not.toMatch(/pa(?:@|%40)ss/);
      }
    }
  });

  it.each([
    [407, 'proxy-refused'],
    [403, 'proxy-refused'],
    [503, 'proxy-failed'],
  ])('that refuse a tunnel with %d are told from the server', async (code, expected) => {
    const gate = createServer().on('connect', (_, socket) => {
      socket.end(`HTTP/1.1 ${code} No\r\nContent-Length: 0\r\n\r\n`);
    });
    const proxy = `http://127.0.0.1:${await listening(gate)}`;
    const error = await thrownBy(
      callers('https://models.example.test', { env: { HTTPS_PROXY: proxy } }).ask('?'),
    );
    expect(error).toMatchObject({ code: expected, exitCode: 1 });
    expect(String(error)).toContain(`the proxy answers ${code}`);
    expect(String(error)).toContain(`(through the proxy ${proxy}, to https://models.example.test/`);
  });

  it('that want a password are told so, and get the one they are given', async () => {
    const seen: unknown[] = [];
    const proxy = await serve((request, response) => {
      seen.push(request.headers['proxy-authorization']);
      if (seen.at(-1) === undefined) response.writeHead(407, { 'proxy-authenticate': 'Basic' });
      response.end(answer);
    });
    const without = await thrownBy(
      callers('http://models.example.test', { env: { HTTP_PROXY: proxy } }).ask('?'),
    );
    expect(without).toMatchObject({ code: 'proxy-refused', exitCode: 1 });
    const HTTP_PROXY = proxy.replace('//', '//user:pa%40ss@');
    await callers('http://models.example.test', { env: { HTTP_PROXY } }).ask('?');
    expect(seen).toEqual([undefined, `Basic ${Buffer.from('user:pa@ss').toString('base64')}`]);
  });
});
