import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runBash } from '../support/run-bash.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { computedBySteps, reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** One conversation with 600 questions, so that its report is larger than the buffer of a pipe. */
function manyQuestions(folder: string): string {
  const [talk] = twoConversations();
  const [question] = talk?.qa ?? [];
  const qa = Array.from({ length: 600 }, (_, index) => ({ ...question, question: `What is red, ${index}?` }));
  return writeData(path.join(folder, 'many.json'), [{ ...talk, qa }]);
}

/** The file of case 07 where it is there, otherwise one like it. */
const released = sharedPath('cases/07-closed-pipe-and-logs/many.json');

describe('case 07: 600 questions', () => {
  let folder = '';
  let flags = '';
  beforeEach(() => {
    folder = temporaryFolder();
    const data = released ?? manyQuestions(folder);
    flags = `rag-dialog --data '${data}' --retriever bm25 --model extractive --top-k 2`;
  });

  describe('a reader that leaves early', () => {
    it('is no failure, and the results are stored', async () => {
      const { code, stderr } = await runBash(`pipeline run ${flags} --json | head -c 1 >head.txt`, folder);
      expect([0, 141]).toContain(code);
      expect(stderr).not.toMatch(/EPIPE|bug|\n {4}at /);
      expect(readFileSync(path.join(folder, 'head.txt'), 'utf8')).toBe('{');
      await expectStored();
    });

    it('may close stderr', async () => {
      const ended = await runBash(`pipeline run ${flags} --json 2>&-`, folder);
      expect(ended.code).toBe(0);
      expect(reportOf(ended).results).toHaveLength(600);
      await expectStored();
    });

    it('may close stdout, or both', async () => {
      const { code, stderr } = await runBash(`pipeline run ${flags} --json >&-`, folder);
      expect(code).toBe(0);
      expect(stderr).not.toMatch(/EBADF|bug|\n {4}at /);
      await expectStored();
      expect((await runBash(`pipeline run ${flags} --json >&- 2>&-`, folder)).code).toBe(0);
    });

    it('may leave stderr early', async () => {
      const ended = await runBash(`pipeline run ${flags} --json 2> >(head -c 1 >/dev/null)`, folder);
      expect(ended.code).toBe(0);
      expect(reportOf(ended).results).toHaveLength(600);
    });
  });

  it('a log file is short and plain, whatever the environment says', async () => {
    for (const env of [{}, { NO_COLOR: '1' }, { CI: '1' }, { TERM: 'dumb' }]) {
      const ended = await runBash(`pipeline run ${flags} --json 2>run.log`, folder, env);
      expect(ended.code).toBe(0);
      expect(reportOf(ended).results).toHaveLength(600);
      const log = readFileSync(path.join(folder, 'run.log'), 'utf8');
      for (const sign of ['\u001B', '\r']) expect(log).not.toContain(sign);
      const lines = log.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(100);
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(2000);
      for (const step of ['dataset', 'passages', 'ranking', 'answers', 'scores'])
        expect(lines.filter((line) => line.startsWith(`${step}: `)).length).toBeGreaterThanOrEqual(1);
    }
  });

  async function expectStored(): Promise<void> {
    const again = reportOf(
      await runCli(['run', ...flags.replaceAll("'", '').split(' '), '--json'], { cwd: folder }),
    );
    expect(again.results).toHaveLength(600);
    expect(Object.values(computedBySteps(again)).every((computed) => computed === 0)).toBe(true);
  }
});

describe('commands that only print', () => {
  it.each([
    '--help | head -n 1',
    'ls | true',
    'run rag --help | head -c 1',
    'show rag | true',
    'ls >&-',
    'ls 2>&-',
  ])('pipeline %s ends quietly', async (line) => {
    const { code, stderr } = await runBash(`pipeline ${line}`, temporaryFolder());
    expect([0, 141]).toContain(code);
    expect(stderr).toBe('');
  });
});
