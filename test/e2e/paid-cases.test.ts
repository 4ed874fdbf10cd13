import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noPlayer, playServer, type PlayedServer } from '../support/play-server.ts';
import { runCli, startCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';
import { loggedKeys, onlyLog } from '../support/store-contents.ts';

const [case05, case06, case08] = ['05-retry-after', '06-torn-log-resume', '08-proxy-and-local-server'];
const env = { OPENAI_API_KEY: 'sk-case-0123456789abcdef' };

/** The command of the cases. */
function command(baseUrl: string, out: string, ...further: readonly string[]): string[] {
  const data = sharedPath('cases/kit/demo.json') ?? '';
  const models = ['--retriever', 'dense', '--embedder', 'openai:test-embed', '--model', 'openai:test-chat'];
  const rest = ['--base-url', baseUrl, '--top-k', '2', '--out', out, '--json', ...further];
  return ['run', 'rag-dialog', '--data', data, ...models, ...rest];
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

/** When chat requests came, in milliseconds. */
async function chatTimes(server: PlayedServer): Promise<readonly number[]> {
  return (await server.log()).filter(({ route }) => route === 'chat').map(({ ms }) => ms);
}

/** Runs the command with one request at a time. */
function oneByOne(server: PlayedServer, out: string): Promise<CliResult> {
  return runCli(command(`${server.address}/v1`, out, '--concurrency', '1'), { env });
}

/** Kills a run when the server has seen so many chat requests. */
async function killAt(requests: number, server: PlayedServer, out: string): Promise<void> {
  const args = command(`${server.address}/v1`, out, '--concurrency', '1');
  const { process: child, ended } = startCli(args, { env });
  while ((await chatTimes(server)).length < requests) await sleep(10);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
}

describe.skipIf(noPlayer !== '')(`case 05: what the server says about when to come back${noPlayer}`, () => {
  it.each([
    ['seconds', 2000],
    ['date', 2000],
    ['milliseconds', 1500],
    ['past-date', 0],
  ])('%s', async (form, least) => {
    const server = await playServer(`${case05}/server-${form}.json`);
    const ended = await oneByOne(server, temporaryFolder());
    expectRightResult(ended);
    const times = await chatTimes(server);
    expect(times).toHaveLength(10);
    const gap = (times[1] ?? 0) - (times[0] ?? 0);
    expect(gap).toBeGreaterThanOrEqual(least);
    expect(gap).toBeLessThan(10_000);
    expect(ended.stderr).toMatch(/slow down: waits \d+\.\d s \(try 2 of 6\)/);
    expect(ended.stderr).not.toMatch(/NaN|waits -/);
  });

  it('none: waits grow', async () => {
    const server = await playServer(`${case05}/server-none.json`);
    expectRightResult(await oneByOne(server, temporaryFolder()));
    const times = await chatTimes(server);
    expect(times).toHaveLength(12);
    const gaps = [1, 2, 3].map((place) => (times[place] ?? 0) - (times[place - 1] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  it('a day: is named and not waited for, and the other questions go on', async () => {
    const server = await playServer(`${case05}/server-a-day.json`);
    const ended = await oneByOne(server, temporaryFolder());
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('the server asks to wait 24 h');
    expect(reportOf(ended).steps.find(({ step }) => step === 'answers')).toMatchObject({
      computed: 8,
      failed: 1,
    });
    expect(await chatTimes(server)).toHaveLength(9);
  });
});

describe.skipIf(noPlayer !== '')(`case 06: a log that ends in the middle of a line${noPlayer}`, () => {
  it('1 to 4: only what was lost is asked again, then nothing', async () => {
    const out = temporaryFolder();
    const stops = await playServer(`${case06}/server-stops-at-5.json`);
    await killAt(5, stops, out);
    const log = onlyLog(path.join(out, 'store'), 'answer');
    truncateSync(log, statSync(log).size - 17);

    const server = await playServer(`${case06}/server.json`);
    const resumed = await oneByOne(server, out);
    expectRightResult(resumed);
    expect(await chatTimes(server)).toHaveLength(6);
    expect(resumed.stderr).toMatch(/1 incomplete record was dropped from .*answer/);
    const requests = (await server.log()).length;
    expectRightResult(await runCli(command(`${server.address}/v1`, out), { env }));
    expect(await server.log()).toHaveLength(requests);
  });

  it('5: a damaged record is named and computed again', async () => {
    const out = temporaryFolder();
    const server = await playServer(`${case06}/server.json`);
    const args = command(`${server.address}/v1`, out);
    expectRightResult(await runCli(args, { env }));
    const store = path.join(out, 'store');
    const log = onlyLog(store, 'answer');
    const bytes = readFileSync(log);
    bytes[bytes.indexOf('"', bytes.indexOf('"prediction"') + 13)] = 'x'.charCodeAt(0);
    writeFileSync(log, bytes);
    for (const stage of ['answer', 'score'])
      rmSync(path.join(store, 'artifacts', stage), { recursive: true });

    const again = await runCli(args, { env });
    expectRightResult(again);
    expect(again.stderr).toMatch(/1 damaged record was dropped from .*answer/);
    expect(await chatTimes(server)).toHaveLength(10);
    expect(new Set(loggedKeys(store, 'answer')).size).toBe(9);
  });

  it('6: through two kills nothing is paid for twice but what was in flight', async () => {
    const out = temporaryFolder();
    const spec = JSON.parse(readFileSync(sharedPath(`cases/${case06}/server.json`) ?? '', 'utf8'));
    const stops = await playServer(`${case06}/server-stops-at-5.json`);
    await killAt(5, stops, out);
    const slow = await playServer({ ...spec, delay_ms: 150 });
    await killAt(3, slow, out);
    const server = await playServer(`${case06}/server.json`);
    expectRightResult(await oneByOne(server, out));
    const asked = await Promise.all([stops, slow, server].map(chatTimes));
    expect(asked.flat().length).toBeLessThanOrEqual(9 + 2);
  });
});

const noProxies = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);

/** Runs the command with these variables for proxies and no others. */
function through(proxies: NodeJS.ProcessEnv, baseUrl: string, out: string): Promise<CliResult> {
  return runCli(command(baseUrl, out), { env: { ...env, ...noProxies, ...proxies } });
}

describe.skipIf(noPlayer !== '')(`case 08: a proxy in the environment${noPlayer}`, () => {
  const dead = 'http://127.0.0.1:9';
  const remote = 'http://models.example.test/v1';

  it.each<[string, (port: string) => NodeJS.ProcessEnv]>([
    ['upper case', () => ({ HTTP_PROXY: dead, NO_PROXY: 'localhost,127.0.0.1' })],
    ['lower case', () => ({ http_proxy: dead, no_proxy: 'localhost,127.0.0.1' })],
    ['with the port', (port) => ({ HTTP_PROXY: dead, NO_PROXY: `127.0.0.1:${port}` })],
    ['a star', () => ({ HTTP_PROXY: dead, NO_PROXY: '*' })],
    ['none: loopback needs none', () => ({ HTTP_PROXY: dead, ALL_PROXY: dead })],
  ])('1, 2: a local server is asked directly, NO_PROXY in %s', async (_how, proxies) => {
    const server = await playServer(`${case08}/server.json`);
    const { port } = new URL(server.address);
    expectRightResult(await through(proxies(port), `${server.address}/v1`, temporaryFolder()));
  });

  it.each(['HTTP_PROXY', 'http_proxy'])('3: any other goes through %s', async (name) => {
    const proxy = await playServer(`${case08}/server.json`);
    expectRightResult(await through({ [name]: proxy.address }, remote, temporaryFolder()));
    const targets = new Set((await proxy.log()).map((request) => request.path));
    expect([...targets].toSorted()).toEqual([`${remote}/chat/completions`, `${remote}/embeddings`]);
  });

  it('4: the refusal of a proxy is told as one', { timeout: 180_000 }, async () => {
    const proxy = await playServer(`${case08}/proxy-refuses.json`);
    const ended = await through({ HTTP_PROXY: proxy.address }, remote, temporaryFolder());
    expect(ended.code).toBe(1);
    for (const words of ['503', proxy.address, `${remote}/embeddings`, 'NO_PROXY'])
      expect(ended.stderr).toContain(words);
    expect(ended.stderr).not.toMatch(/<html|Unexpected token|bug/);
  });

  it('5: the password of a proxy is found nowhere', { timeout: 180_000 }, async () => {
    const out = temporaryFolder();
    const ended = await through({ HTTP_PROXY: 'http://user:pa%40ss@127.0.0.1:9' }, remote, out);
    expect(ended.code).toBe(1);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const texts = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'));
    for (const text of [...texts, ended.stdout, ended.stderr]) expect(text).not.toMatch(/pa@ss|pa%40ss/);
  });
});
