import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedKeys, loggedStages } from '../support/store-contents.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

const results = /^out\/runs.*\.json$|records\.jsonl$|items\.jsonl$/;
const flags = ['--retriever', 'bm25', '--embedder', 'none', '--top-k', '3'];

describe.skipIf(!canMount())('a full disk (needs the right to mount one)', () => {
  it('stops a run, which goes on from there once there is space', { timeout: 180_000 }, async () => {
    const folder = temporaryFolder();
    const data = writeData(path.join(folder, 'data.json'), manyConversations(10));
    const run = (out: string) =>
      runCli(['run', 'rag-observation', '--data', data, ...flags, '--out', path.join(out, 'out')]);
    const calm = mountDisk(path.join(folder, 'calm'), 65_536);
    expect((await run(calm)).code).toBe(0);

    for (const share of [0.02, 0.3, 0.6, 0.8, 0.97]) {
      const small = mountDisk(path.join(folder, `disk-${share}`), Math.floor(kilobytesUsed(calm) * share));
      const full = await run(small);
      expect(full.code, full.stderr).toBe(1);
      expect(full.stderr).toMatch(
        /Expected a place that can be written, found .*no space left.*\n {2}Free some space/,
      );
      expect(full.stderr).not.toMatch(/bug|^ +at /m);
      expect(full.stdout).toBe('');

      execFileSync('mount', ['-o', 'remount,size=64m', small]);
      const again = await run(small);
      expect(again.code, again.stderr).toBe(0);
      const store = path.join(small, 'out/store');
      for (const stage of loggedStages(store)) {
        const keys = loggedKeys(store, stage);
        expect(new Set(keys).size, `${stage}: an item was computed twice`).toBe(keys.length);
      }
      expect(leftovers(store)).toEqual([]);
      expect(digestsBelow(small, results)).toEqual(digestsBelow(calm, results));
    }
  });
});

describe('a folder that cannot be written', () => {
  it.each(['out', 'out/store', 'out/runs', 'out/store/locks'])(
    'is named where a file stands in the way: %s',
    async (place) => {
      const folder = temporaryFolder();
      const data = writeData(path.join(folder, 'data.json'), twoConversations());
      mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
      writeFileSync(path.join(folder, place), 'a file');
      const { code, stderr } = await runCli(
        ['run', 'rag-observation', '--data', data, ...flags, '--out', 'out'],
        { cwd: folder },
      );
      expect(code, stderr).toBe(1);
      expect(stderr).toContain('Expected a place that can be written, found ');
      expect(stderr).toContain(path.join(folder, place));
      expect(stderr).toContain('with --out.');
      expect(stderr).not.toMatch(/bug|^ +at /m);
    },
  );
});

describe('a damaged store', () => {
  it('is told by folder and remedy, and the remedy mends it without computing', async () => {
    const folder = temporaryFolder();
    const data = writeData(path.join(folder, 'data.json'), twoConversations());
    const run = (...added: string[]) =>
      runCli(['run', 'rag-observation', '--data', data, ...flags, '--out', 'out', ...added], { cwd: folder });
    const whole = await run();
    const answers = path.join(folder, 'out/store/artifacts/answer');
    const [key = ''] = readdirSync(answers);
    const records = path.join(answers, key, 'records.jsonl');
    const text = readFileSync(records, 'utf8');
    writeFileSync(records, text.replace('"qaIndex":1', '"qaIndex":7'));
    rmSync(path.join(folder, 'out/store/artifacts/score'), { recursive: true });

    const damaged = await run();
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toContain(path.join(answers, key));
    expect(damaged.stderr).toContain('Delete that folder and run again');
    expect(damaged.stderr).not.toMatch(/bug|^ +at /m);

    rmSync(path.join(answers, key), { recursive: true });
    const mended = await run();
    expect(mended.code).toBe(0);
    expect(mended.stdout).toBe(whole.stdout);
    expect(mended.stderr).toMatch(/answers: 6 items, 0 computed, 6 cached/);
  });
});

/** Mounts an empty disk of so many kilobytes for the test; returns its folder. */
function mountDisk(folder: string, kilobytes: number): string {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}

function kilobytesUsed(disk: string): number {
  const { bsize, blocks, bfree } = statfsSync(disk);
  return ((blocks - bfree) * bsize) / 1024;
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
