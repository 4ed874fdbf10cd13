import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

interface Report {
  readonly run: string;
  readonly scores: { readonly recall: { readonly overall: number | null } };
  readonly referenceLines: readonly { readonly line: string; readonly recall?: number | null }[];
}

const words = 'run rag-dialog --data data.json --retriever bm25 --embedder none --top-k 3 --json'.split(' ');

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

  it('are refused where no retriever chooses the passages', async () => {
    const folder = workplace();
    const pipeline = 'summary: Loads.\nsteps:\n  dataset: { stage: load-dataset }\nresult: dataset\n';
    writeFileSync(path.join(folder, 'load.yaml'), pipeline);
    const ended = await runCli(['run', 'load.yaml', '--data', 'data.json', '--references'], { cwd: folder });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('parameter retriever');
  });
});
