import { createServer, type RequestListener } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { sharedPath } from '../support/shared.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** Serves on loopback until the test is done; returns the address of the folder that it plays. */
function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/data` : '');
    });
  });
}

function fetchFrom(address: string, ...words: string[]): Promise<CliResult> {
  return runCli(['data', 'fetch', ...words, '--from', address], { cwd: folder });
}

const target = path.join('data', 'msc_personas_all.json');

describe('data fetch', () => {
  const real = sharedPath('locomo/msc_personas_all.json');
  const reason = real === undefined ? ' (skipped: ../shared/locomo is not there)' : '';

  it.skipIf(real === undefined)(`stores the right file and asks for it once${reason}`, async () => {
    let asked = 0;
    const address = await serve((_, response) => {
      asked += 1;
      response.end(readFileSync(real ?? ''));
    });
    const first = await fetchFrom(address, 'msc-personas');
    expect([first.code, first.stdout]).toEqual([0, `${target}\n`]);
    expect(first.stderr).toContain(`Fetching ${address}/msc_personas_all.json (3.1 MB)`);
    expect(readFileSync(path.join(folder, target)).equals(readFileSync(real ?? ''))).toBe(true);
    const second = await fetchFrom(address, 'msc-personas');
    expect([second.code, second.stdout, asked]).toEqual([0, `${target}\n`, 1]);
    expect(second.stderr).toContain('is there already');
  });

  it.each<[string, RequestListener]>([
    ['other bytes', (_, response) => response.end('[]')],
    ['404', (_, response) => response.writeHead(404).end()],
    ['500', (_, response) => response.writeHead(500).end()],
    ['a broken connection', (_, response) => response.destroy()],
    [
      'a file that breaks off before it begins',
      (_, response) => {
        response.writeHead(200, { 'content-length': '99' }).flushHeaders();
        response.socket?.end();
      },
    ],
  ])('after %s says in one line how to place the file by hand', async (_, listener) => {
    const address = await serve(listener);
    expectByHand(await fetchFrom(address, 'msc-personas'), `${address}/msc_personas_all.json`);
  });

  it.skipIf(real === undefined)(
    `goes on with what a killed call has brought, through the proxy of the environment${reason}`,
    async () => {
      const whole = readFileSync(real ?? '');
      const asked: (string | undefined)[] = [];
      const proxy = await serve((request, response) => {
        const { range } = request.headers;
        asked.push(`${request.url} ${range}`);
        const start = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
        response.writeHead(start === 0 ? 200 : 206, {
          'content-length': whole.length - start,
          'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}`,
        });
        // The first reply never ends.
        response.write(whole.subarray(start, start === 0 ? 1_000_000 : whole.length));
      });
      const args = ['data', 'fetch', 'msc-personas', '--from', 'http://files.example.test/data'];
      const options = { cwd: folder, env: { HTTP_PROXY: new URL(proxy).origin } };
      const killed = startCli(args, options);
      const part = path.join(folder, `${target}.part`);
      while ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < 1_000_000) await sleep(5);
      killed.process.kill('SIGKILL');
      await killed.ended;
      const { code, stderr } = await runCli(args, options);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Going on behind 1.0 MB of 3.1 MB')]);
      expect(readFileSync(path.join(folder, target)).equals(whole)).toBe(true);
      const address = 'http://files.example.test/data/msc_personas_all.json';
      expect(asked).toEqual([`${address} undefined`, `${address} bytes=1000000-`]);
      expect(readdirSync(path.join(folder, 'data'))).toEqual(['msc_personas_all.json']);
    },
  );

  it('does so where nobody listens', async () => {
    const address = 'http://127.0.0.1:9/data';
    expectByHand(await fetchFrom(address, 'msc-personas'), `${address}/msc_personas_all.json`);
  });
});

describe('data check', () => {
  it('counts, and lists each repair on demand', async () => {
    const [talk] = twoConversations();
    const qa = [
      { question: 'One?', answer: 1, evidence: ['D1:01'], category: 4 },
      { question: 'Two?', answer: 'b', evidence: ['D1:1; D1:2', 'D9:9'], category: 1 },
    ];
    writeData(path.join(folder, 'own.json'), [{ ...talk, observation: {}, qa }]);
    const text = await checked();
    expect(text).toMatch(/^1 sample, 2 sessions, 6 turns, 2 questions, 0 observations, 2 summaries\n/);
    expect(text).toContain('\n  1 multi-hop (1)\n  4 single-hop (1)\n');
    expect(text).toMatch(/\n {2}dialog +6 passages +\S+ % of the evidence of 2 questions can be found\n/);
    expect(text).toMatch(/\n\n--list shows each of them\.\n$/);

    const list = await checked('--list');
    expect(list).toMatch(/talk-a qa\[0\]\.evidence\[0\] +evidence-repaired +"D1:01" → "D1:1"\n/);
    expect(list).toMatch(/talk-a qa\[1\]\.evidence\[1\] +evidence-dangling +"D9:9"\n/);

    const report = JSON.parse(await checked('--list', '--json'));
    expect(report).toMatchObject({
      file: 'own.json',
      samples: 1,
      questions: 2,
      identity: { sha256: expect.any(String) },
    });
    const kinds = report.list.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual([
      'answer-number',
      'evidence-dangling',
      'evidence-repaired',
      'evidence-split',
    ]);
    for (const { kind, count } of report.repairs)
      expect(kinds.filter((one: string) => one === kind)).toHaveLength(count);
  });

  it('says so where nothing had to be repaired', async () => {
    const [talk] = twoConversations();
    writeData(path.join(folder, 'own.json'), [{ ...talk, observation: {}, qa: talk?.qa.slice(0, 2) }]);
    expect(await checked('--list')).toMatch(/\n\nNothing had to be repaired\.\n$/);
  });
});

function expectByHand({ code, stdout, stderr }: CliResult, address: string): void {
  expect([code, stdout]).toEqual([1, '']);
  const [told, problem = '', remedy = '', ...further] = stderr.trimEnd().split('\n');
  expect(told).toContain('Fetching');
  expect(problem.startsWith(`pipeline: ${address}: `), problem).toBe(true);
  expect(remedy).toContain(`Download ${address} by other means and save it as ${target} (SHA-256 `);
  expect(further).toEqual([]);
  expect(existsSync(path.join(folder, target))).toBe(false);
}

async function checked(...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['data', 'check', 'own.json', ...flags], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
