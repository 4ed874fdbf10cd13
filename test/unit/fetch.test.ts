import { createServer, type RequestListener } from 'node:http';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { fetchFile, type FetchEvent, type FetchOptions } from '../../locomo/fetch.ts';
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
      'a broken answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '9000' });
        response.write('[', () => response.destroy());
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
    const base = await serve(() => {});
    expect(await refusal({ base, timeout: 50 })).toMatchObject({ code: 'unreachable', exitCode: 1 });
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
