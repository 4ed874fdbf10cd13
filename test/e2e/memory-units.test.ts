import { describe, expect, it } from 'vitest';
import { databases } from '../../locomo/passages/passage.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import type { RunReport } from '../../report/run-report.ts';
import { reportOf } from '../support/run-report.ts';

const words = ['--embedder', 'none', '--top-k', '3', '--json'];

async function run(cwd: string, ...flags: string[]): Promise<RunReport> {
  const ended = await runCli(['run', 'rag', ...words, ...flags], { cwd });
  expect(ended.code, ended.stderr).toBe(0);
  return reportOf(ended);
}

describe('units of memory', { timeout: 120_000 }, () => {
  it.each(databases)('%s are retrieved from, answered from and scored', async (database) => {
    const { results, scores } = await run(temporaryFolder(), '--database', database);
    expect(scores.recall.overall).toBeGreaterThan(0.6);
    expect(results.every(({ context }) => context !== null && context.length > 0)).toBe(true);
  });

  it('are made again when the shape of windows changes, and only windows', async () => {
    const cwd = temporaryFolder();
    const computed = async (...flags: string[]) =>
      (await run(cwd, ...flags)).steps.find(({ step }) => step === 'passages')?.computed;
    expect(await computed('--database', 'windows')).toBe(2);
    expect(await computed('--database', 'windows', '--window-size', '5')).toBe(0);
    expect(await computed('--database', 'windows', '--window-size', '4')).toBe(2);
    expect(await computed('--database', 'sessions')).toBe(2);
    expect(await computed('--database', 'sessions', '--window-size', '4')).toBe(0);
  });

  it.each([
    [
      ['--window-size', '2', '--window-overlap', '2'],
      '--window-overlap: Expected fewer turns than a window has',
    ],
    [['--window-size', '0'], '--window-size: '],
    [['--database', 'window'], 'Did you mean windows?'],
  ])('are refused by name: %j', async (flags, message) => {
    const { code, stderr } = await runCli(['run', 'rag', '--database', 'windows', ...flags], {
      cwd: temporaryFolder(),
    });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
