import { createServer, type RequestListener } from 'node:http';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { fetchFile, type FetchEvent, type FetchOptions } from '../../locomo/fetch.ts';
import { seededRandom } from '../support/random.ts';
import { sharedPath } from '../support/shared.ts';

let folder = '';
let closeServer = async () => {};
const events: FetchEvent[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fetch-'));
  events.length = 0;
});

afterEach(async () => {
  await closeServer();
  closeServer = async () => {};
  await rm(folder, { recursive: true });
});

/** Where what has come is kept. */
const part = (): string => path.join(folder, 'msc_personas_all.json.part');
const partSize = (): number => statSync(part(), { throwIfNoEntry: false })?.size ?? 0;

const real = sharedPath('locomo/msc_personas_all.json');
const reason = real === undefined ? ' (skipped: ../shared/locomo is not there)' : '';

describe.skipIf(real === undefined)(`fetching the released file${reason}`, () => {
  const bytes = real === undefined ? Buffer.alloc(0) : readFileSync(real);

  it('stores it whole, makes the folder, and asks for the file by its name', async () => {
    const asked: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      asked.push(request.url);
      response.end(bytes);
    });
    const target = path.join(folder, 'new', 'data');
    expect(await fetchFile(options({ base, folder: target }))).toBe(
      path.join(target, 'msc_personas_all.json'),
    );
    expect(asked).toEqual(['/data/msc_personas_all.json']);
    expect(await readdir(target)).toEqual(['msc_personas_all.json']);
    expect((await readFile(path.join(target, 'msc_personas_all.json'))).equals(bytes)).toBe(true);
    expect(events.map(({ kind }) => kind)).toEqual(['fetching', 'stored']);
  });

  it('asks nobody where it is there already', async () => {
    await writeFile(path.join(folder, 'msc_personas_all.json'), bytes);
    await fetchFile(options({ base: await closedAddress() }));
    expect(events.map(({ kind }) => kind)).toEqual(['present']);
  });

  it('refuses one flipped bit and a byte too many', async () => {
    const flipped = Buffer.from(bytes);
    flipped[1000] = (flipped[1000] ?? 0) ^ 1;
    for (const body of [flipped, Buffer.concat([bytes, Buffer.from('\n')])]) {
      const base = await serve((_, response) => response.end(body));
      expect(await refusal({ base })).toMatchObject({ code: 'wrong-digest', exitCode: 1 });
      expect(await readdir(folder)).toEqual([]);
      await closeServer();
    }
  });
});

describe.skipIf(real === undefined)(`a download that breaks off${reason}`, () => {
  const bytes = real === undefined ? Buffer.alloc(0) : readFileSync(real);

  /** What a server does with one request: sends so many bytes of what is asked and hangs up, or sends all. */
  interface Reply {
    readonly of?: Buffer;
    readonly breaksAfter?: number;
    /** Answers as if no part had been asked for. */
    readonly whole?: boolean;
  }

  /** Serves one reply after the other, the last one again and again; notes the ranges that are asked for. */
  async function serveReplies(...replies: readonly Reply[]) {
    const ranges: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      const { of = bytes, breaksAfter, whole = false } = replies[ranges.length] ?? replies.at(-1) ?? {};
      const { range } = request.headers;
      ranges.push(range);
      const start = whole ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const rest = of.subarray(start);
      const place = `bytes ${start}-${of.length - 1}/${of.length}`;
      const status = start === 0 ? 200 : start < of.length ? 206 : 416;
      response.writeHead(status, {
        'content-length': status === 416 ? 0 : rest.length,
        ...(status === 206 ? { 'content-range': place } : {}),
      });
      if (breaksAfter === undefined) response.end(status === 416 ? '' : rest);
      else {
        response.write(rest.subarray(0, breaksAfter));
        // What lies in a buffer when a connection breaks is lost: it breaks once all is in the part.
        void vi
          .waitUntil(() => partSize() >= start + breaksAfter, { interval: 1, timeout: 30_000 })
          .then(() => response.destroy());
      }
    });
    return { base, ranges };
  }

  async function expectStored(): Promise<void> {
    expect(await readdir(folder)).toEqual(['msc_personas_all.json']);
    expect((await readFile(path.join(folder, 'msc_personas_all.json'))).equals(bytes)).toBe(true);
  }

  it('is gone on with at once, twice, wherever it broke', async () => {
    const random = seededRandom(11);
    for (let round = 0; round < 4; round++) {
      const [first, second] = [1 + Math.floor(random() * 1e6), 1 + Math.floor(random() * 1e6)];
      const { base, ranges } = await serveReplies({ breaksAfter: first }, { breaksAfter: second }, {});
      await fetchFile(options({ base }));
      await expectStored();
      expect(ranges).toEqual([undefined, `bytes=${first}-`, `bytes=${first + second}-`]);
      await rm(path.join(folder, 'msc_personas_all.json'));
      await closeServer();
    }
    expect(events.filter(({ kind }) => kind === 'resuming')).toHaveLength(8);
  });

  it('is kept where the server stays away, told, and gone on with by the next call', async () => {
    const { base } = await serveReplies({ breaksAfter: 1000 }, { breaksAfter: 0 });
    const failure = await refusal({ base });
    expect(failure).toMatchObject({ code: 'broken-off', exitCode: 1 });
    expect(failure.message).toMatch(/; 1,000 of 3,055,126 bytes are kept$/);
    expect(failure.remedy).toMatch(/^Run the same command again to go on\. Download /);
    expect((await readFile(part())).equals(bytes.subarray(0, 1000))).toBe(true);
    await closeServer();
    const later = await serveReplies({});
    await fetchFile(options({ base: later.base }));
    expect(later.ranges).toEqual(['bytes=1000-']);
    await expectStored();
  });

  it('starts over where the server gives no parts', async () => {
    const { base, ranges } = await serveReplies({ breaksAfter: 500_000 }, { whole: true });
    await fetchFile(options({ base }));
    expect(ranges).toEqual([undefined, 'bytes=500000-']);
    await expectStored();
  });

  it('starts over where the file has changed in between', async () => {
    const other = Buffer.from(bytes).fill('x', 0, 1000);
    const { base, ranges } = await serveReplies({ of: other, breaksAfter: 500_000 }, {}, {});
    await fetchFile(options({ base }));
    expect(ranges).toEqual([undefined, 'bytes=500000-', undefined]);
    await expectStored();
  });

  it('starts over where the file has become longer or shorter than the part', async () => {
    for (const size of [bytes.length + 10, 1000]) {
      await writeFile(part(), bytes.subarray(0, 2000));
      const { base, ranges } = await serveReplies({ of: Buffer.alloc(size) }, {});
      await fetchFile(options({ base }));
      expect(ranges).toEqual(['bytes=2000-', undefined]);
      await expectStored();
      await rm(path.join(folder, 'msc_personas_all.json'));
      await closeServer();
    }
  });

  it('is thrown away where the parts make another file, and so does the whole', async () => {
    const other = Buffer.from(bytes).fill('x', 0, 1000);
    const { base, ranges } = await serveReplies({ of: other, breaksAfter: 500_000 }, { of: other });
    expect(await refusal({ base })).toMatchObject({ code: 'wrong-digest' });
    expect(ranges).toEqual([undefined, 'bytes=500000-', undefined]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('needs no server where all of it came before', async () => {
    await writeFile(part(), bytes);
    await fetchFile(options({ base: await closedAddress() }));
    await expectStored();
  });

  it('starts over where more is there than there should be', async () => {
    await writeFile(part(), Buffer.concat([bytes, bytes]));
    const { base, ranges } = await serveReplies({});
    await fetchFile(options({ base }));
    expect(ranges).toEqual([undefined]);
    await expectStored();
  });

  it('is left to one of two that fetch at once', async () => {
    const { base, ranges } = await serveReplies({});
    await Promise.all([fetchFile(options({ base })), fetchFile(options({ base }))]);
    expect(ranges).toHaveLength(1);
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['fetching', 'present', 'stored', 'waiting']);
    await expectStored();
  });

  it('goes through the fetch that is handed in', async () => {
    const { base, ranges } = await serveReplies({});
    const asked: string[] = [];
    const through: typeof fetch = (input, init) => {
      asked.push(String(input));
      return fetch(String(input).replace('http://files.example.test/', base), init);
    };
    await fetchFile(options({ base: 'http://files.example.test/', fetch: through }));
    expect([asked, ranges]).toEqual([['http://files.example.test/msc_personas_all.json'], [undefined]]);
    await expectStored();
  });
});

describe('a fetch that cannot succeed leaves nothing behind and tells how to do it by hand', () => {
  it.each<[string, RequestListener, string, RegExp]>([
    ['another file', (_, response) => response.end('{}'), 'wrong-digest', /got 2 bytes/],
    [
      'an endless file',
      (_, response) => void response.end(Buffer.alloc(4_000_000)),
      'wrong-digest',
      /SHA-256/,
    ],
    ['not found', (_, response) => response.writeHead(404).end('none'), 'refused', /404/],
    [
      'an answer that breaks off before it begins',
      (_, response) => {
        response.writeHead(200, { 'content-length': '9000' });
        response.flushHeaders();
        setTimeout(() => response.destroy(), 20);
      },
      'unreachable',
      /reached/,
    ],
  ])('%s', async (_, listener, code, message) => {
    const base = await serve(listener);
    const failure = await refusal({ base });
    expect(failure).toMatchObject({ code, exitCode: 1, where: `${base}msc_personas_all.json` });
    expect(failure.message).toMatch(message);
    expectByHand(failure, base);
    expect(await readdir(folder)).toEqual([]);
  });

  it('no network', async () => {
    const base = await closedAddress();
    const failure = await refusal({ base });
    expect(failure).toMatchObject({ code: 'unreachable', exitCode: 1 });
    expect(failure.message).toContain('ECONNREFUSED');
    expectByHand(failure, base);
  });

  it('a server that never answers', async () => {
    // Every limit must hold on to what ends it: a garbage collection while the server is waited for must not.
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    const base = await serve(() => {
      if (typeof collectGarbage === 'function') collectGarbage();
    });
    const failure = await refusal({ base, timeout: 300 });
    expect(failure).toMatchObject({ code: 'unreachable', exitCode: 1 });
    expect(failure.message).toContain('0.3 s');
  });
});

it('an interrupted fetch ends with the reason of the interruption', async () => {
  const controller = new AbortController();
  const interruption = new Error('interrupted');
  const base = await serve(() => controller.abort(interruption));
  await expect(fetchFile(options({ base, signal: controller.signal }))).rejects.toBe(interruption);
  expect(await readdir(folder)).toEqual([]);
});

it('a different file of that name is never overwritten', async () => {
  const target = path.join(folder, 'msc_personas_all.json');
  await writeFile(target, 'mine');
  expect(await refusal({ base: await closedAddress() })).toMatchObject({ code: 'other-file', where: target });
  expect(await readFile(target, 'utf8')).toBe('mine');
});

it('a folder of that name is told', async () => {
  await mkdir(path.join(folder, 'msc_personas_all.json'));
  const failure = await refusal({ base: await closedAddress() });
  expect(failure).toMatchObject({ code: 'unreadable-file', exitCode: 1 });
});

function options(changes: Partial<FetchOptions>): FetchOptions {
  return {
    name: 'msc-personas',
    folder,
    signal: new AbortController().signal,
    report: (event) => events.push(event),
    ...changes,
  };
}

async function refusal(changes: Partial<FetchOptions>): Promise<ExpectedError> {
  const outcome: unknown = await fetchFile(options(changes)).catch((error: unknown) => error);
  if (outcome instanceof ExpectedError) return outcome;
  throw outcome instanceof Error
    ? outcome
    : new Error('the fetch succeeded, where an expected error was due');
}

function expectByHand({ remedy }: ExpectedError, base: string): void {
  expect(remedy).toContain(`${base}msc_personas_all.json`);
  expect(remedy).toContain(path.join(folder, 'msc_personas_all.json'));
  expect(remedy).toContain('75440be006945f5e92141f2374becd551a17a4a98ccd982d1d06c821b40c7dc7');
  expect(remedy).not.toContain('\n');
}

/** A server on the loopback interface, closed after the test; its address as a base. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closeServer = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://127.0.0.1:${port}/data/`;
}

/** The address of a server that has just been closed. */
async function closedAddress(): Promise<string> {
  const base = await serve(() => {});
  await closeServer();
  closeServer = async () => {};
  return base;
}
