import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** Runs a pipeline on the two invented conversations; returns the folder and what the run says of itself. */
async function ranIn(...flags: readonly string[]): Promise<{ cwd: string; run: string; digest: string }> {
  const cwd = temporaryFolder();
  const file = writeData(join(cwd, 'own.json'), twoConversations());
  const words = [
    'run',
    'rag-observation',
    '--data',
    'own.json',
    '--embedder',
    'none',
    '--top-k',
    '2',
    '--json',
  ];
  const { stdout, code } = await runCli([...words, ...flags], { cwd });
  expect(code).toBe(0);
  return { cwd, run: JSON.parse(stdout).run, digest: sha256(readFileSync(file)) };
}

describe('pipeline diagnose', () => {
  it('tells for each question of a run where it was lost', async () => {
    const { cwd, run } = await ranIn('--retriever', 'oracle');
    const { stdout, code } = await runCli(['diagnose', run, '--out', 'losses.jsonl'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(`${run}: where its questions were lost`);
    expect(stdout).toMatch(/^overall \(6\) /m);
    expect(stdout).toContain('Right: a score of at least 0.5.');
    expect(stdout).toMatch(/^ {2}took the distractor /m);
    const lines = readFileSync(join(cwd, 'losses.jsonl'), 'utf8').trimEnd().split('\n');
    const losses = lines.map((line) => JSON.parse(line));
    expect(losses.map(({ sample_id, qa_index }) => `${sample_id}/${qa_index}`)).toEqual([
      'talk-a/0',
      'talk-a/1',
      'talk-a/2',
      'talk-b/0',
      'talk-b/1',
      'talk-b/2',
    ]);
    // The oracle is told the evidence; only the turn D2:2 stands in no observation.
    expect(losses.map(({ evidence }) => evidence.read)).toEqual([1, 1, 0, 1, 1, 1]);
    expect(losses[2].evidence).toEqual({ turns: 1, inPassages: 0, ranked: 0, inTopK: 0, read: 0 });
  });

  it('knows a run that found nothing', async () => {
    const { cwd, run } = await ranIn('--retriever', 'none');
    const { stdout } = await runCli(['diagnose', run, '--json', '--right-from', '1'], { cwd });
    const { byCategory, overall } = JSON.parse(stdout).losses;
    expect(overall.reach).toMatchObject({ ranked: 0, inTopK: 0, read: 0 });
    expect(byCategory[4].outcomes['not ranked']).toBe(3);
  });

  it('prints one object, and takes another threshold', async () => {
    const { cwd, run } = await ranIn('--retriever', 'random');
    const flags = ['--json', '--right-from', '0'];
    const { stdout } = await runCli(['diagnose', join('outputs/runs', run), ...flags], { cwd });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ run, rightFrom: 0, errata: [], dropped: 0, contested: 0 });
    expect(report.losses.overall.outcomes).toMatchObject({ right: 6, 'answered wrong': 0 });
    expect(report.adversarial).toMatchObject({ questions: 2, trapped: { of: 2 } });
  });

  it('takes errata into account, and refuses those of other data', async () => {
    const { cwd, run, digest } = await ranIn('--retriever', 'oracle');
    const about = { sample_id: 'talk-a', reason: 'invented' };
    const entries = [
      { ...about, qa_index: 0, do: 'fix-gold', answer: 'zzz' },
      { ...about, qa_index: 1, do: 'drop' },
    ];
    const overlay = { about: 'Invented.', source: 'A test.', data: { sha256: digest }, entries };
    writeFileSync(join(cwd, 'mine.json'), JSON.stringify(overlay));
    const contest = { ...overlay, entries: [{ ...about, qa_index: 0, do: 'contest' }] };
    writeFileSync(join(cwd, 'contest.json'), JSON.stringify(contest));
    const diagnosed = (...flags: readonly string[]) => runCli(['diagnose', run, '--json', ...flags], { cwd });

    const fixed = await diagnosed('--errata', 'mine.json');
    expect(JSON.parse(fixed.stdout)).toMatchObject({
      dropped: 1,
      contested: 0,
      losses: { overall: { questions: 5 } },
    });
    const both = await diagnosed('--errata', 'mine.json', '--errata', 'contest.json', '--right-from', '1');
    expect(both.stderr).toMatch(/errata differ about talk-a\/0: contest\.json.* holds, mine\.json/);
    expect(JSON.parse(both.stdout)).toMatchObject({ dropped: 1, contested: 1 });

    const refused = await diagnosed('--errata', 'structural');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(digest);
  });

  it('says what is missing', async () => {
    const { cwd, run } = await ranIn('--retriever', 'bm25');
    const none = await runCli(['diagnose', 'rag-00000000'], { cwd });
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('outputs/runs: Expected a known run, found "rag-00000000"'),
    ]);
    const score = await runCli(['diagnose', run, '--right-from', '2'], { cwd });
    expect([score.code, score.stderr]).toEqual([2, expect.stringContaining('a number from 0 to 1')]);
    rmSync(join(cwd, 'outputs/store/artifacts/retrieve'), { recursive: true });
    const cleared = await runCli(['diagnose', run], { cwd });
    expect([cleared.code, cleared.stderr]).toEqual([1, expect.stringContaining('the rankings of the run')]);
  });
});
