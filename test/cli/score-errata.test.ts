import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** Answers to every question, right but for the one whose gold is contested; with what was retrieved. */
const answers = [
  { sample_id: 'talk-a', qa_index: 0, prediction: 'blue', context: ['D1:3'] },
  { sample_id: 'talk-a', qa_index: 1, prediction: '20 May', context: ['D2:1'] },
  { sample_id: 'talk-a', qa_index: 2, prediction: 'Not mentioned in the conversation', context: [] },
  { sample_id: 'talk-b', qa_index: 0, prediction: 'Ghent', context: ['D1:1'] },
  { sample_id: 'talk-b', qa_index: 1, prediction: 'shanties', context: ['D1:3'] },
  { sample_id: 'talk-b', qa_index: 2, prediction: 'Not mentioned in the conversation', context: [] },
];

function folderOfAnswers(entries: readonly object[]): string {
  const cwd = temporaryFolder();
  const data = writeData(join(cwd, 'own.json'), twoConversations());
  const digest = sha256(readFileSync(data));
  const overlay = { about: 'Invented.', source: 'A test.', data: { sha256: digest }, entries };
  writeFileSync(join(cwd, 'mine.json'), JSON.stringify(overlay));
  writeFileSync(join(cwd, 'answers.jsonl'), answers.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return cwd;
}

const score = ['score', 'answers.jsonl', '--data', 'own.json'];
const fixes = [
  { sample_id: 'talk-a', qa_index: 0, do: 'fix-gold', answer: 'blue', reason: 'invented' },
  { sample_id: 'talk-a', qa_index: 0, do: 'fix-evidence', evidence: ['D1:3'], reason: 'invented' },
  { sample_id: 'talk-b', qa_index: 0, do: 'contest', reason: 'invented' },
];

describe('pipeline score --errata', () => {
  it.each(['http://', 'HTTPS://', 'http://[', 'https://a b/', 'http://host:99999/', 'http://own:word@host/'])(
    'with the address %s is refused before anything is asked',
    async (address) => {
      const cwd = folderOfAnswers([]);
      const { stdout, stderr, code } = await runCli([...score, '--errata', address], { cwd });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^pipeline: Option '--errata .* Expected an address .*\n {2}See .*--help\.\n$/);
    },
  );

  it('scores the same answers three ways beside their ceilings, and the lines of systems that know nothing', async () => {
    const cwd = folderOfAnswers(fixes);
    const { stdout, code } = await runCli([...score, '--errata', 'mine.json'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('F1 with errata (released)\n  mine.json: Invented.');
    expect(stdout).toMatch(/^4 single-hop \(3\) +3 +66\.7 ! +33\.3 +3 +100\.0 ! +66\.7 +2 +100\.0 +100\.0$/m);
    expect(stdout).toMatch(/^recall: 50\.0 raw, 66\.7 corrected$/m);
    expect(stdout).toMatch(/^always abstain +100\.0 +0\.0 +33\.3$/m);
    expect(stdout).toMatch(/^always the distractor +0\.0 +– +–$/m);
  });

  it('tells them to machines, too', async () => {
    const cwd = folderOfAnswers(fixes);
    const flags = ['--json', '--protocol', 'repaired', '--errata', 'mine.json'];
    const { stdout } = await runCli([...score, ...flags], { cwd });
    const { errata, referenceLines } = JSON.parse(stdout);
    expect(errata).toMatchObject({
      protocol: 'repaired',
      contested: ['talk-b/0'],
      dropped: [],
      conflicts: [],
    });
    expect(errata.views.map(({ view }: { view: string }) => view)).toEqual([
      'raw',
      'corrected',
      'without contested',
    ]);
    expect(referenceLines[0]).toEqual({
      line: 'always abstain',
      adversarial: 1,
      withoutAdversarial: 0,
      overall: 1 / 3,
    });
    const plain = await runCli([...score, '--json'], { cwd });
    expect(JSON.parse(plain.stdout)).not.toHaveProperty('errata');
  });

  it('refuses an entry that does not fit, at its place', async () => {
    const cwd = folderOfAnswers([{ sample_id: 'talk-a', qa_index: 99, do: 'drop', reason: 'invented' }]);
    const { stderr, code } = await runCli([...score, '--errata', 'mine.json'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/mine\.json:1:\d+ entries\[0\]/);
    expect(stderr).toContain('found talk-a/99');
  });
});
