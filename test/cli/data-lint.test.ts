import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  writeData(path.join(folder, 'own.json'), twoConversations());
});

function lint(...flags: string[]): Promise<CliResult> {
  return runCli(['data', 'lint', 'own.json', ...flags], { cwd: folder });
}

function write(name: string, value: unknown): void {
  writeFileSync(path.join(folder, name), JSON.stringify(value));
}

/** Observations of the first conversation: one that is fine, two with a fault. */
const generated = [
  {
    sample_id: 'talk-a',
    session_1_observation: {
      Mara: [
        ['Mara bought a kayak that is red.', ['D1:1']],
        ['Mara asks where she will keep it.', ['D1:2', 'D1:9']],
      ],
    },
    session_2_observation: { Joost: [['Joost baked rye bread.', 'D2:2']] },
  },
];

describe('data lint', () => {
  it('finds nothing in clean data, and tells how much of the evidence is covered', async () => {
    const { code, stdout, stderr } = await lint('--list', '--strict');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\d+ observations of 2 conversations: nothing was found\.\n/);
    expect(stdout).toContain('summaries of 2 conversations: nothing was found.');
    expect(stdout).toMatch(/\n {2}overall \(6\) +[\d.]+ +[\d.]+ +[\d.]+\n/);
    expect(stdout).not.toContain('--list');
  });

  it('lints observations of a file of their own, against others, and shows each finding on demand', async () => {
    write('new_observation.json', generated);
    const flags = ['--observations', 'new_observation.json', '--against', 'own.json'];
    const { code, stdout, stderr } = await lint(...flags);
    expect([code, stderr]).toEqual([0, 'Without any observation, and left out: talk-b.\n']);
    expect(stdout).toMatch(/^3 observations of 1 conversation; 1 of them with findings\n/);
    expect(stdout).toMatch(/\n {2}1 +dangling-citation +cites an id that names no turn\n/);
    expect(stdout).toMatch(/\n {2}1 +other-speaker +cites a turn that the other speaker said\n/);
    expect(stdout).toMatch(/\n {2}talk-a +3 \| 4 +3 \| 4 +16\.7 +66\.7 \| 66\.7\n/);
    expect(stdout).not.toContain('summaries');
    expect(stdout).toMatch(/\n\n--list shows each finding\.\n$/);

    const list = (await lint(...flags, '--list')).stdout;
    expect(list).toMatch(
      /\n {2}talk-a +O1:2 +Mara +dangling-citation +D1:9 +"Mara asks where she will keep it\."\n/,
    );
    expect(list).toMatch(/\n {2}talk-a 2 +1 \| 2 +1 \| 2 +0\.0 +/);
  });

  it('fails where something is found only with --strict; prints all of it as one object', async () => {
    write('new_observation.json', { 'talk-a': generated[0] });
    const flags = ['--observations', 'new_observation.json', '--json'];
    const { code, stdout } = await lint(...flags);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'own.json',
      observations: 'new_observation.json',
      databases: [
        {
          database: 'observation',
          memories: 3,
          faulty: 1,
          findings: [
            {
              sampleId: 'talk-a',
              session: 1,
              memory: 'O1:2',
              speaker: 'Mara',
              kind: 'dangling-citation',
              ids: ['D1:9'],
            },
            { kind: 'other-speaker', ids: ['D1:2'] },
          ],
        },
      ],
      drift: [],
    });
    const strict = await lint(...flags, '--strict');
    expect([strict.code, strict.stdout]).toEqual([1, stdout]);
  });

  it('lints summaries of a file of their own', async () => {
    write('new_session_summary.json', [{ sample_id: 'talk-b', session_1_summary: '' }]);
    const { stdout } = await lint('--summaries', 'new_session_summary.json');
    expect(stdout).toMatch(
      /^1 summary of 1 conversation; 1 of them with findings\n {2}1 +empty +has no words\n/,
    );
    expect(stdout).not.toContain('observation');
  });

  it('says what is wrong with a file that holds other memories, and what to do', async () => {
    write('new_session_summary.json', [{ sample_id: 'talk-b', session_1_summary: 'Rain.' }]);
    const { code, stdout, stderr } = await lint('--observations', 'new_session_summary.json');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Expected observations, found no `session_N_observation`.');
    write('strangers.json', { 'talk-z': generated[0] });
    const strange = await lint('--observations', 'strangers.json');
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('talk-z')]);
  });

  it('says so where nothing is remembered', async () => {
    const [talk] = twoConversations();
    writeData(path.join(folder, 'own.json'), [{ ...talk, observation: {}, session_summary: {} }]);
    const { code, stdout } = await lint();
    expect([code, stdout]).toEqual([0, 'There are no observations and no summaries.\n']);
  });
});
