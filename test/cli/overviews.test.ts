import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startChatServer } from '../support/chat-server.ts';
import { anyKey, paidRun } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  writeData(path.join(folder, 'own.json'), twoConversations());
});

const onOwn = ['rag-dialog', '--data', 'own.json', '--retriever', 'bm25'];

/** What a command prints when all goes well. */
async function printed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(words, { cwd: folder });
  expect([code, stderr.includes('bug')], stderr).toEqual([0, false]);
  expect(stdout).not.toMatch(/[ \t]\n|\n\n\n|^\n/);
  return stdout;
}

describe('help', () => {
  it('is what no words, --help and help print', async () => {
    const help = await printed();
    expect(await printed('--help')).toBe(help);
    expect(await printed('help')).toBe(help);
    for (const name of ['run', 'ls', 'show', 'status', 'explain', 'gc', 'data'])
      expect(help).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
  });

  it('of a pipeline lists its parameters as flags with their defaults', async () => {
    expect(await printed('help', 'run')).toBe(await printed('run', '--help'));
    const help = (await printed('run', 'rag-observation', '--help')).replace(/\n {10,}/g, ' ');
    expect(help).toMatch(/--top-k <value> +passages that a question is answered from \(default: 10\)/);
    expect(help).toMatch(/--database <value> .*\(default: observation\)/);
    for (const flag of [
      '--retriever',
      '--embedder',
      '--model',
      '--samples',
      '--limit',
      '--data',
      '--out',
      '--set',
    ])
      expect(help).toContain(` ${flag} <`);
    for (const flag of ['--overwrite', '--concurrency', '--dry-run', '--json'])
      expect(help).toContain(` ${flag}`);
  });

  it('knows its version', async () => {
    const { version } = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
    );
    expect(await printed('--version')).toBe(`${version}\n`);
  });
});

describe('ls and show', () => {
  it('list every part, also as one object', async () => {
    const parts = JSON.parse(await printed('ls', '--json'));
    const names = (kind: string): string[] => parts[kind].map(({ name }: { name: string }) => name);
    expect(names('pipelines')).toEqual(
      expect.arrayContaining(['rag', 'rag-dialog', 'rag-observation', 'rag-summary']),
    );
    expect(names('retrievers')).toEqual(expect.arrayContaining(['window', 'dense', 'bm25']));
    expect(names('models')).toContain('extractive');
    const text = await printed('ls');
    for (const kind of Object.keys(parts))
      for (const name of names(kind)) expect(text).toContain(`\n  ${name}`);
  });

  it('show the parameters and the steps that run with them', async () => {
    const text = await printed('show', 'rag-dialog', '--retriever', 'bm25', '--top-k', '3');
    expect(text).toMatch(/^rag-dialog: .+\n\nparameters\n {2}--database +dialog +/);
    expect(text).toMatch(/\n {2}answers +answer +dataset, passages, ranking +model="extractive" topK=3 /);
    expect(text).toMatch(/\n\nnot needed with these parameters: observations, summaries, vectors, index\n$/);
    const { params, steps } = JSON.parse(
      await printed('show', 'rag-dialog', '--retriever', 'bm25', '--json'),
    );
    expect(params).toMatchObject({ database: 'dialog', retriever: 'bm25' });
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      'dataset',
      'passages',
      'ranking',
      'answers',
      'scores',
    ]);
  });

  it('show the steps as a graph whose edges are what is read', async () => {
    const [first, ...lines] = (await printed('show', 'rag-summary', '--retriever', 'bm25', '--mermaid'))
      .trimEnd()
      .split('\n');
    expect(first).toBe('flowchart LR');
    const nodes = lines.filter((line) => line.includes('["'));
    expect(nodes).toContain('  step_passages["passages<br/>build-passages"]');
    const edges = lines.filter((line) => line.includes('-->'));
    expect(edges).toContain('  step_summaries --> step_passages');
    expect(edges).not.toContain('  step_observations --> step_passages');
    expect(nodes.length + edges.length).toBe(lines.length);
  });

  it('leave the parameters out where there are none', async () => {
    writeFileSync(
      path.join(folder, 'one.yaml'),
      'summary: One.\nsteps: { a: { stage: load-dataset } }\nresult: a\n',
    );
    expect(await printed('show', 'one.yaml')).toMatch(/^one: One\.\n\nsteps\n/);
  });
});

describe('--dry-run and explain', () => {
  it('tell what would run and run nothing', async () => {
    const before = await printed('run', ...onOwn, '--dry-run');
    expect(before).toMatch(/^step +would +work +note\ndataset +runs +2 items +0 of them finished before\n/);
    expect(before).toMatch(/\nscores +runs +items unknown +waits for dataset, answers\n$/);
    await printed('run', ...onOwn);
    const after = await printed('run', ...onOwn, '--dry-run', '--top-k', '2');
    expect(after).toMatch(
      /\nranking +in the store +6 items\nanswers +runs +6 items +0 of them finished before\n/,
    );
    expect(readdirSync(path.join(folder, 'outputs', 'runs'))).toHaveLength(1);
  });

  it('say which setting differs', async () => {
    expect(await printed('explain', ...onOwn)).toMatch(
      /^dataset: runs 2 of 2 items, because nothing of its stage/,
    );
    await printed('run', ...onOwn);
    expect(await printed('explain', ...onOwn)).not.toContain('runs');
    const text = await printed('explain', ...onOwn, '--top-k', '2');
    expect(text).toMatch(
      /answers: runs 6 of 6 items, because its recipe differs.*\n {2}settings\.topK: 10 before, 2 now\n/,
    );
    expect(await printed('explain', ...onOwn, 'answers', '--top-k', '2')).toMatch(
      /^answers: .*\n {2}settings\.topK/,
    );
    expect(await printed('explain', ...onOwn, 'vectors')).toMatch(/^vectors: not run/);
  });
});

describe('status', () => {
  it('begins empty', async () => {
    expect(await printed('status')).toBe('No run yet.\n\nstore: 0 B in outputs/store\n');
  });

  it('tells complete runs and the size of the store', async () => {
    const { run } = reportOf(await runCli(['run', ...onOwn, '--json'], { cwd: folder }));
    expect(await printed('status')).toMatch(
      new RegExp(
        `^run +status +last change\n${run} +complete +\\S+\n\nstore: \\d+\\.\\d kB in outputs/store\n$`,
      ),
    );
    const { runs, store } = JSON.parse(await printed('status', '--json'));
    expect(runs).toMatchObject([{ run, status: 'complete' }]);
    expect(runs[0].resume).toBeUndefined();
    expect(store.bytes).toBeGreaterThan(1000);
  });

  it('tells a run that was killed with the command that finishes it, which works', async () => {
    const { run } = reportOf(await runCli(['run', ...onOwn, '--json'], { cwd: folder }));
    const journal = path.join(folder, 'outputs', 'runs', run, 'journal.jsonl');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const command = "pipeline run rag-dialog --data own.json --retriever bm25 --samples 'talk-a, talk-b'";
    appendFileSync(
      journal,
      `${JSON.stringify({ event: 'started', at: '2022-05-03T09:15:00.000Z', pid, command })}\n{"event":"st`,
    );
    const text = await printed('status');
    expect(text).toMatch(new RegExp(`\n${run} +killed +2022-05-03T09:15:00\\.000Z\n`));
    expect(text).toContain(`\n${run} is not complete. To go on:\n  ${command}\n`);
    expect(JSON.parse(await printed('status', '--json')).runs).toMatchObject([
      { run, status: 'killed', resume: command },
    ]);
  });

  it('tells a run that failed, with the command that goes on, which the run itself has told', async () => {
    const server = await startChatServer({
      fault: ({ nth }) =>
        nth < 3 ? undefined : { status: 401, body: { error: { message: 'Incorrect API key provided' } } },
    });
    const args = paidRun('own.json', server.baseUrl, 'outputs', '--concurrency', '1');
    const { code, stderr } = await runCli([...args, '--overwrite'], { cwd: folder, env: anyKey });
    expect(code).toBe(1);
    const goOn = `pipeline ${args.join(' ')}`;
    expect(stderr).toContain(`\n  What was finished is kept. To go on:\n  ${goOn}\n`);
    const { runs } = JSON.parse(await printed('status', '--json'));
    expect(runs).toMatchObject([{ status: 'failed', left: { answers: 4 }, resume: goOn }]);
  });

  it('says nothing of a run that was refused before it began', async () => {
    writeFileSync(path.join(folder, 'bad.json'), '[');
    const { code, stderr } = await runCli(['run', 'rag', '--data', 'bad.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).not.toContain('To go on');
    expect(await printed('status')).toContain('No run yet.');
  });
});

describe('a pipeline without scores', () => {
  it('ends with where its records are', async () => {
    const text =
      'summary: Turns.\nsteps:\n  talks: { stage: load-dataset }\n  turns:\n    stage: build-passages\n    from: talks\n    with: { database: dialog }\nresult: turns\n';
    writeFileSync(path.join(folder, 'turns.yaml'), text);
    const stdout = await printed('run', 'turns.yaml', '--data', 'own.json');
    const [, records = ''] = /^turns: turns, 2 items\nrecords: (.+)\n$/.exec(stdout) ?? [];
    expect(readFileSync(path.join(folder, records), 'utf8').trimEnd().split('\n')).toHaveLength(2);
    const { outputs, results, status } = reportOf(
      await runCli(['run', 'turns.yaml', '--data', 'own.json', '--json'], { cwd: folder }),
    );
    expect([status, results, Object.keys(outputs)]).toEqual(['complete', [], ['records']]);
  });
});

it('is told as it is to be typed, also through npx', async () => {
  const { stderr } = await runCli(['runn'], { cwd: folder, env: { npm_command: 'exec' } });
  expect(stderr).toContain('Did you mean run?');
  const help = await runCli(['run', '--no-such-flag'], { cwd: folder, env: { npm_command: 'exec' } });
  expect(help.stderr).toContain('See npx pipeline run --help');
  expect((await runCli(['run', '--no-such-flag'], { cwd: folder })).stderr).toContain(
    'See pipeline run --help',
  );
});
