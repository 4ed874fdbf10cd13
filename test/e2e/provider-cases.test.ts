import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playDialect, type DialectServer } from '../support/dialect-player.ts';
import { dialects, type Dialect } from '../support/dialects.ts';
import { speakOpenAi } from '../support/openai-server.ts';
import { noPlayer, playServer } from '../support/play-server.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';

/** Those of OpenAI are in `paid-cases.test.ts`. */
const others = dialects.filter(({ provider }) => provider !== 'openai');
const [case05, case08] = ['05-retry-after', '08-proxy-and-local-server'];
const remote = 'http://models.example.test';
const planted = 'zq7-Planted/Key+99x';

const noProxies = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);

interface Asking {
  readonly env?: NodeJS.ProcessEnv;
  readonly out?: string;
  readonly flags?: readonly string[];
}

/** Runs the command of the cases, with the model at one server and the embedder at another. */
async function run(dialect: Dialect, baseUrl: string, asking: Asking = {}): Promise<CliResult> {
  const { env = {}, out = temporaryFolder(), flags = [] } = asking;
  const vectors = await playServer(`${case08}/server.json`);
  const data = ['--data', sharedPath('cases/kit/demo.json') ?? '', '--top-k', '2', '--out', out, '--json'];
  const embedder = ['--embedder', 'openai:test-embed', '--embedder-base-url', `${vectors.address}/v1`];
  const model = ['--model', `${dialect.provider}:any`, '--base-url', baseUrl];
  const key = dialect.key === undefined ? {} : { [dialect.key.variable]: planted };
  return runCli(['run', 'rag-dialog', ...data, '--retriever', 'dense', ...embedder, ...model, ...flags], {
    env: { ...noProxies, ...key, ...env },
  });
}

/** Contexts, recall, predictions and F1 are those that the cases state. */
function expectRightResult(ended: CliResult): void {
  expect(ended.code, ended.stderr).toBe(0);
  const { mean_f1, by_question } = JSON.parse(
    readFileSync(sharedPath('cases/kit/demo-expected.json') ?? '', 'utf8'),
  );
  const { results, scores } = reportOf(ended);
  expect(results.map((row) => ({ ...row, f1: Number(row.f1?.toFixed(6)) }))).toEqual(by_question);
  expect(scores.f1.overall).toBeCloseTo(mean_f1, 6);
}

/** Milliseconds between one chat and the next. */
function gapsOf({ chats }: DialectServer): readonly number[] {
  return chats.slice(1).map(({ ms }, place) => ms - (chats[place]?.ms ?? 0));
}

function expectNowhere(secret: RegExp, out: string, { stdout, stderr }: CliResult): void {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'));
  for (const text of [...texts, stdout, stderr]) expect(text).not.toMatch(secret);
}

/** Does the same for each provider at the same time: most of it is waiting. */
async function forEachProvider(work: (dialect: Dialect) => Promise<void>): Promise<void> {
  await Promise.all(others.map(work));
}

const named = `${others.map(({ provider }) => provider).join(', ')}${noPlayer}`;

describe.skipIf(noPlayer !== '')(`case 05, when to come back: ${named}`, () => {
  const flags = ['--concurrency', '1'];

  it.each([
    ['seconds', 2000],
    ['date', 2000],
    ['milliseconds', 1500],
    ['past-date', 0],
  ])('%s', (form, least) =>
    forEachProvider(async (dialect) => {
      const server = await playDialect(dialect, `${case05}/server-${form}.json`);
      const ended = await run(dialect, server.address, { flags });
      expectRightResult(ended);
      expect(server.chats).toHaveLength(10);
      expect(gapsOf(server)[0]).toBeGreaterThanOrEqual(least);
      expect(ended.stderr).toMatch(/slow down: waits \d+\.\d s \(try 2 of 6\)/);
      expect(ended.stderr).not.toMatch(/NaN|waits -/);
    }),
  );

  it('none: waits grow', () =>
    forEachProvider(async (dialect) => {
      const server = await playDialect(dialect, `${case05}/server-none.json`);
      expectRightResult(await run(dialect, server.address, { flags }));
      expect(server.chats).toHaveLength(12);
      const gaps = gapsOf(server).slice(0, 3);
      expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
    }));

  it('a day: is named and not waited for, and the other questions go on', () =>
    forEachProvider(async (dialect) => {
      const server = await playDialect(dialect, `${case05}/server-a-day.json`);
      const ended = await run(dialect, server.address, { flags });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('the server asks to wait 24 h');
      const answers = reportOf(ended).steps.find(({ step }) => step === 'answers');
      expect(answers).toMatchObject({ computed: 8, failed: 1 });
      expect(server.chats).toHaveLength(9);
    }));
});

describe.skipIf(noPlayer !== '')(`case 08, a proxy in the environment: ${named}`, () => {
  const dead = 'http://127.0.0.1:9';
  // Each question is tried to the last.
  const flags = ['--limit', '1'];

  it('1, 2: a local server is asked directly', () =>
    forEachProvider(async (dialect) => {
      const server = await playDialect(dialect, `${case08}/server.json`);
      const { port } = new URL(server.address);
      const ways = [
        { HTTP_PROXY: dead, NO_PROXY: 'localhost,127.0.0.1' },
        { http_proxy: dead, no_proxy: `127.0.0.1:${port}` },
        { HTTP_PROXY: dead, ALL_PROXY: dead },
      ];
      for (const env of ways) expectRightResult(await run(dialect, server.address, { env }));
      expect(server.chats).toHaveLength(9 * ways.length);
    }));

  it('3: any other goes through the proxy, with the key in its header alone', () =>
    forEachProvider(async (dialect) => {
      const proxy = await playDialect(dialect, `${case08}/server.json`);
      expectRightResult(await run(dialect, remote, { env: { HTTP_PROXY: proxy.address } }));
      expect(proxy.chats).toHaveLength(9);
      for (const { path: target, headers } of proxy.chats) {
        expect(target.startsWith(`${remote}/`)).toBe(true);
        expect(target.slice(remote.length)).toMatch(dialect.path);
        if (dialect.key !== undefined) expect(headers[dialect.key.header]).toBe(planted);
      }
    }));

  it('4: the refusal of a proxy is told as one', { timeout: 180_000 }, () =>
    forEachProvider(async (dialect) => {
      const proxy = await playServer(`${case08}/proxy-refuses.json`);
      const ended = await run(dialect, remote, { flags, env: { HTTP_PROXY: proxy.address } });
      expect(ended.code).toBe(1);
      for (const words of ['503', proxy.address, remote, 'NO_PROXY']) expect(ended.stderr).toContain(words);
      expect(ended.stderr).not.toMatch(/<html|Unexpected token|bug/);
    }),
  );

  it('5: the password of a proxy is found nowhere', { timeout: 180_000 }, () =>
    forEachProvider(async (dialect) => {
      const out = temporaryFolder();
      const env = { HTTP_PROXY: 'http://user:pa%40ss@127.0.0.1:9' };
      const ended = await run(dialect, remote, { out, flags, env });
      expect(ended.code).toBe(1);
      expectNowhere(/pa@ss|pa%40ss/, out, ended);
    }),
  );
});

describe.skipIf(noPlayer !== '')(`the key, which servers echo: ${named}`, () => {
  it('is found nowhere', () =>
    forEachProvider(async (dialect) => {
      if (dialect.key === undefined) return;
      const out = temporaryFolder();
      const echo = dialect.reply({ text: `red ${planted}`, finishReason: 'stop' });
      const { baseUrl, seen } = await speakOpenAi(() =>
        seen.length % 2 === 0
          ? dialect.refusal(400, `Filtered by content_filter for ${planted}`, 'invalid_request_error')
          : { ...echo, headers: { ...echo.headers, 'x-key': planted } },
      );
      const ended = await run(dialect, baseUrl.replace(/\/v1$/, ''), { out });
      expect(ended.code).toBe(1);
      expect(seen[0]?.headers[dialect.key.header]).toBe(planted);
      expect(ended.stderr).toContain('[hidden]');
      expectNowhere(new RegExp(`Planted/Key|${encodeURIComponent(planted)}`), out, ended);
    }));
});
