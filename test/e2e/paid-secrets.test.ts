import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { completionOf, startChatServer, type Asked, type Scripted } from '../support/chat-server.ts';
import { paidRun } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

const key = 'zq7-Planted/Key+99x';
const password = 'pl@nted:pa55';

/** Everything that a server can echo the key in. */
const echoes: readonly ((asked: Asked) => Scripted | undefined)[] = [
  ({ nth }) =>
    nth === 1 ? refusal(429, `Rate limit for ${key}`, { 'retry-after': '0', 'x-key': key }) : undefined,
  ({ prompt }) =>
    prompt.includes('colour') ? refusal(400, `Filtered by content_filter for ${key}`) : undefined,
  ({ prompt }) =>
    prompt.includes('conducts') ? { body: { error: `no ${encodeURIComponent(key)}` } } : undefined,
  (asked) => ({
    headers: { 'x-request-id': key, 'set-cookie': `key=${key}` },
    body: completionOf(`red ${key}`, asked),
  }),
];

it.each<[string, (asked: Asked) => Scripted | undefined]>([
  ['in passing', (asked) => echoes.map((echo) => echo(asked)).find((said) => said !== undefined)],
  ['as it ends the run', () => refusal(401, `Incorrect API key provided: ${key}. Bearer ${key}`)],
  ['in a page', () => ({ status: 200, body: `<title>No ${key}</title><p>${key}` })],
  ['in an address', () => ({ status: 302, headers: { location: `http://127.0.0.1/${key}` }, body: '' })],
])('a key that the server echoes is found nowhere: %s', { timeout: 180_000 }, async (_where, fault) => {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), manyConversations(1));
  const server = await startChatServer({ fault });
  const args = paidRun(data, server.baseUrl, path.join(folder, 'out'), '--json');
  const { code, stdout, stderr } = await runCli(args, { env: { OPENAI_API_KEY: key } });
  expect(code, stderr).toBe(1);
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(stderr).toContain('[hidden]');
  expectNowhere(formsOf(key), [...filesBelow(folder), stdout, stderr]);
  const again = await runCli(['status', '--out', path.join(folder, 'out')]);
  expectNowhere(formsOf(key), [again.stdout, again.stderr]);
});

it('the password of a proxy is found nowhere, neither when it fails nor when it echoes', async () => {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), manyConversations(1));
  const login = `user:${encodeURIComponent(password)}`;
  const basic = Buffer.from(`user:${password}`).toString('base64');
  const proxy = await startChatServer({ fault: () => refusal(407, `No login ${basic} of ${password}`) });
  for (const address of [new URL(proxy.baseUrl).host, '127.0.0.1:9']) {
    const args = paidRun(data, 'http://models.example.test/v1', path.join(folder, 'out'));
    const env = { OPENAI_API_KEY: key, HTTP_PROXY: `http://${login}@${address}`, http_proxy: undefined };
    const { code, stdout, stderr } = await runCli(args, { env });
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(address);
    expectNowhere([...formsOf(password), basic, ...formsOf(key)], [...filesBelow(folder), stdout, stderr]);
  }
});

function refusal(status: number, message: string, headers = {}): Scripted {
  return { status, headers, body: { error: { message } } };
}

/** A secret as it may be written. */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, encodeURIComponent(secret), base64, JSON.stringify(secret).slice(1, -1)];
}

function expectNowhere(secrets: readonly string[], texts: readonly string[]): void {
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}

/** The content of every file. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
}
