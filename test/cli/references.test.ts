import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { scriptedPackage } from '../support/scripted-package.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

interface Report {
  readonly run: string;
  readonly scores: { readonly recall: { readonly overall: number | null } };
  readonly referenceLines: readonly { readonly line: string; readonly recall?: number | null }[];
}

const plain = 'run rag-dialog --data data.json --retriever bm25 --embedder none --top-k 3'.split(' ');
const words = [...plain, '--json'];

function workplace(): string {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), twoConversations());
  return folder;
}

describe('the reference lines of a run', { timeout: 60_000 }, () => {
  it('are those that need no reader, unless the others are asked for', async () => {
    const { stdout } = await runCli(words, { cwd: workplace() });
    const { referenceLines }: Report = JSON.parse(stdout);
    expect(referenceLines.map(({ line }) => line)).toEqual(['always abstain', 'always the distractor']);
  });

  it('show what no, any and the right passages are worth, and leave the run as it was', async () => {
    const folder = workplace();
    const { run }: Report = JSON.parse((await runCli(words, { cwd: folder })).stdout);
    const ended = await runCli([...words, '--references'], { cwd: folder });
    expect(ended.code, ended.stderr).toBe(0);
    const report: Report = JSON.parse(ended.stdout);
    expect(report.run).toBe(run);
    const recall = Object.fromEntries(report.referenceLines.map((each) => [each.line, each.recall]));
    expect(recall['empty context']).toBe(0);
    expect(recall['oracle passages']).toBe(1);
    expect(recall['random passages']).toBeLessThan(1);
    expect((await runCli(['verify', run, '--json'], { cwd: folder })).code).toBe(0);
  });

  it('are offered in one line until the store holds them', async () => {
    const folder = workplace();
    const offered = async (flags: readonly string[]): Promise<boolean> =>
      (await runCli([...plain, ...flags], { cwd: folder })).stdout.includes('--references adds');
    expect(await offered([])).toBe(true);
    expect(await offered(['--references'])).toBe(false);
    expect(await offered([])).toBe(false);
    expect(await offered(['--retriever', 'random'])).toBe(false);
    expect(await offered(['--top-k', '2'])).toBe(true);
  });

  it('stand in a narrow table below the scores by both protocols', async () => {
    const { stdout } = await runCli([...plain, '--references'], { cwd: workplace() });
    const [scores = '', lines = ''] = stdout.split('\n\n').slice(1);
    expect(scores).toMatch(/^category \(questions\) +F1 +repaired +recall@3 +repaired$/m);
    expect(scores).toMatch(/^overall \(6\)( +\d+\.\d){4}$/m);
    expect(lines).toMatch(/^always abstain +100\.0( +\d+\.\d){2}$/m);
    expect(lines).toMatch(/^empty context( +\d+\.\d){3} +0\.0$/m);
    expect(lines).toMatch(/^oracle passages( +\d+\.\d){3} +100\.0$/m);
    const widths = `${scores}\n${lines}`.split('\n').map(({ length }) => length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  });

  it('say how many of their questions failed', async () => {
    const { packageFolder, env } = scriptedPackage();
    const ended = await runCli([...words, '--references'], {
      cwd: workplace(),
      packageFolder,
      env: env({ fail: 'choir' }),
    });
    const warnings: unknown = JSON.parse(ended.stdout).warnings;
    for (const line of ['empty context', 'random passages', 'oracle passages']) {
      expect(warnings).toContain(
        `reference line ${line}: 3 of 6 questions in no average, for want of a score`,
      );
    }
  });

  it('are refused where no retriever chooses the passages', async () => {
    const folder = workplace();
    const pipeline = 'summary: Loads.\nsteps:\n  dataset: { stage: load-dataset }\nresult: dataset\n';
    writeFileSync(path.join(folder, 'load.yaml'), pipeline);
    const ended = await runCli(['run', 'load.yaml', '--data', 'data.json', '--references'], { cwd: folder });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('parameter retriever');
  });

  it('are refused where the result is not scores, before anything is run', async () => {
    const judged = ['run', 'judged', '--data', 'data.json', '--judge', 'openai:any', '--references'];
    const ended = await runCli(judged, { cwd: workplace() });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain('whose result is scores, found judged');
  });
});
