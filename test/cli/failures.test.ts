import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { scriptedPackage, type ScriptedPackage } from '../support/scripted-package.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

let scripted: ScriptedPackage;
let data = '';
let out = '';
beforeEach(() => {
  scripted = scriptedPackage();
  const folder = temporaryFolder();
  data = writeData(path.join(folder, 'data.json'), twoConversations());
  out = path.join(folder, 'out');
});

function words(flags: readonly string[] = []): readonly string[] {
  return ['run', 'rag-dialog', '--retriever', 'bm25', '--data', data, '--out', out, ...flags];
}

function run(
  script: Parameters<ScriptedPackage['env']>[0],
  flags: readonly string[] = [],
): Promise<CliResult> {
  const { packageFolder, env } = scripted;
  return runCli(words(flags), { packageFolder, env: env(script) });
}

describe('a run with questions that fail', () => {
  it('ends incomplete, says how many and why, and how to go on', async () => {
    const { code, stderr, stdout } = await run({ fail: 'choir|bake' });
    expect(code).toBe(1);
    expect(stderr).toContain('answers: 4 of 6 items failed\n  4 × the server said 503\nIncomplete;');
    expect(stderr).toContain(`To try the rest again:\n  pipeline ${words().join(' ')}\n`);
    expect(stderr).not.toContain('Done');
    expect(stdout).toContain(
      '4 questions have no score and enter no average:\n  4 × not answered: the server said 503',
    );
  });

  it('scores none of them as wrong, and gives each its reason', async () => {
    const report = reportOf(await run({ fail: 'bake', reason: 'no answer to "#"' }, ['--json']));
    expect(report.status).toBe('incomplete');
    expect(report.results.map(({ f1, recall, reason }) => [f1 !== null, recall !== null, reason])).toEqual(
      Array.from({ length: 6 }, (_, index) =>
        index === 2
          ? [false, false, 'not answered: no answer to "What did Mara bake?"']
          : [true, true, undefined],
      ),
    );
    expect(report.scores.questions).toMatchObject({ overall: 5, 5: 1 });
    expect(report.scores.unscored).toMatchObject({ overall: 1, 4: 0, 5: 1 });
    expect(report.steps.find(({ step }) => step === 'answers')).toMatchObject({ computed: 5, failed: 1 });
  });

  it('asks those again that failed, and no other; then the scores are those of a calm run', async () => {
    await run({ fail: 'kayak|Ghent|choir' });
    const before = scripted.asked().length;
    const mended = await run({}, ['--json']);
    expect(mended.code).toBe(0);
    expect(scripted.asked().slice(before).toSorted()).toEqual([
      'What colour is the kayak?',
      'What does the choir sing?',
      'Where does the choir sing?',
      'Who conducts the choir?',
    ]);
    out = `${out}-calm`;
    const calm = reportOf(await run({}, ['--json']));
    expect(reportOf(mended).results).toEqual(calm.results);
    expect(reportOf(mended).scores).toEqual(calm.scores);
  });

  it('is counted by status until it is complete', async () => {
    await run({ fail: 'choir' });
    const status = async (): Promise<unknown> =>
      JSON.parse((await runCli(['status', '--out', out, '--json'])).stdout).runs[0];
    expect(await status()).toMatchObject({
      status: 'incomplete',
      left: { answers: 3 },
      resume: `pipeline ${words().join(' ')}`,
    });
    expect((await runCli(['status', '--out', out])).stdout).toMatch(
      /^rag-dialog-\w+ +incomplete +\S+ +answers: 3 items$/m,
    );
    await run({});
    expect(await status()).toMatchObject({ status: 'complete', left: {} });
  });
});

it('keeps the log of a run in which everything fails short', async () => {
  data = writeData(`${data}-many`, manyConversations(100));
  const { code, stderr } = await run({ fail: '', reason: 'no answer to "#"' });
  expect(code).toBe(1);
  expect(stderr).toContain('answers: 600 of 600 items failed');
  expect(stderr).toContain('(320 failed so far)');
  expect(stderr.split('\n').length).toBeLessThan(50);
});
