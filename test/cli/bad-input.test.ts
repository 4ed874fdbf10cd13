import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const bm25 = ['--retriever', 'bm25'];

/** Runs a command that must fail: what went wrong on one line, what to do on the next, and nothing else. */
async function refusal(args: readonly string[], exitCode = 2): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { cwd: folder });
  expect(stderr).toMatch(/^pipeline: .+\n {2}.+\n$/);
  expect([code, stdout]).toEqual([exitCode, '']);
  return stderr;
}

function run(...flags: string[]): Promise<CliResult> {
  return runCli(['run', 'rag-dialog', ...bm25, ...flags], { cwd: folder });
}

/** Writes one conversation, changed by hand; returns the name of its file. */
function changedData(change: object): string {
  const [talk] = twoConversations();
  writeData(path.join(folder, 'own.json'), [{ ...talk, ...change }]);
  return 'own.json';
}

describe('words that mean nothing', () => {
  it.each([
    [['rnu'], 'Expected a known command, found "rnu"', 'Did you mean run?'],
    [['run'], "Missing required argument 'pipeline'", 'See pipeline run --help.'],
    [['run', 'rag-dialgo'], 'Expected a known pipeline, found "rag-dialgo"', 'Did you mean rag-dialog?'],
    [
      ['run', '../../x'],
      'Expected a known pipeline, found "../../x"',
      'Known: full-context, judged, observation-support, observations, rag,',
    ],
    [
      ['run', 'rag.yaml/..'],
      'Expected a known pipeline, found "rag.yaml/.."',
      'Known: full-context, judged, observation-support, observations, rag,',
    ],
    [['run', 'rag', 'rag-dialog'], 'Too many arguments', 'See pipeline run --help.'],
    [['run', 'rag', '--topk', '3'], "Unknown option '--topk'", 'Did you mean --top-k?'],
    [['run', 'rag', '--top-k'], "Option '--top-k <value>' argument missing", 'See pipeline run --help.'],
    [['run', 'rag', '--concurrency', '0'], 'from 1 to 1024', 'See pipeline run --help.'],
    [['run', 'rag', '--concurrency', 'abc'], 'from 1 to 1024', 'See pipeline run --help.'],
    [['run', 'rag', '--set', '=3'], 'Expected step.setting=value', 'See pipeline run --help.'],
    [['run', 'rag', '--set', 'ranking=3'], '--set: Expected step.setting=value', '--set ranking.depth=100'],
    [['run', 'rag', '--set', 'ranking.dept=3'], '--set ranking.dept: ', 'Did you mean depth?'],
    [['run', 'rag', '--out', ''], 'Expected a path', 'See pipeline run --help.'],
    [['run', 'rag', '--limit', '0'], '--limit: Expected a whole number of at least 1', 'first so many'],
    [['run', 'rag', '--retriever', 'bm52'], '--retriever: Expected a known retriever', 'Did you mean bm25?'],
    [['run', 'rag', '--model', 'extractve'], '--model: Expected a known model', 'Did you mean extractive?'],
    [['run', 'rag', '--embedder', 'minlm'], '--embedder: Expected a known embedder', 'Did you mean minilm?'],
    [
      ['run', 'rag', '--overwrite', 'rankings'],
      '--overwrite: Expected a known step',
      'Did you mean ranking?',
    ],
    [['run', 'rag', ...bm25, '--overwrite=vectors'], 'vectors, which nothing needs', 'These run: dataset,'],
    [['explain', 'rag', 'rankin'], 'Expected a known step, found "rankin"', 'Did you mean ranking?'],
    [['show', 'rag', '--database', 'dialogs'], '--database: Expected a known value', 'Did you mean dialog?'],
    [['data', 'chek'], "Unknown command 'chek'", 'Did you mean check?'],
    [
      ['data', 'fetch', 'locomo11'],
      'Allowed choices are locomo10, msc-personas',
      'See pipeline data --help.',
    ],
    [['data', 'fetch', '--from', 'here'], 'begins with http:// or https://', 'See pipeline data --help.'],
    [['data', 'check'], "Missing required argument 'file'", 'See pipeline data --help.'],
    [['run', 'rag', '--options', 'x'], '--options: Expected a known value', 'Known: seeded, both.'],
    [['status', 'all'], 'Too many arguments', 'See pipeline status --help.'],
  ])('%j', async (words, what, remedy) => {
    const text = await refusal(words);
    expect(text).toContain(what);
    expect(text).toContain(remedy);
  });

  it('a flag before the pipeline is no obstacle, and a value that names a pipeline no trap', async () => {
    const { stderr } = await runCli(['show', '--top-k', '0', 'rag-dialog'], { cwd: folder });
    expect(stderr).toContain('--top-k: Expected a whole number');
    expect(await refusal(['run', 'rga', '--out', 'rag'])).toContain('found "rga"');
  });
});

describe('a data file', () => {
  it('that is not there, or is a folder', async () => {
    mkdirSync(path.join(folder, 'data.json'));
    for (const [name, found] of [
      ['none.json', 'none'],
      ['data.json', 'a folder'],
    ] as const)
      for (const words of [
        ['data', 'check', name],
        ['run', 'rag', '--data', name],
      ])
        expect(await refusal(words)).toContain(
          `${path.join(folder, name)}: Expected a data file, found ${found}.`,
        );
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read (skipped for root)', async () => {
    const data = changedData({});
    chmodSync(path.join(folder, data), 0);
    expect(await refusal(['data', 'check', data])).toContain('found one that cannot be read');
  });

  it('with two conversations of one id names both places', async () => {
    const [talk] = twoConversations();
    writeData(path.join(folder, 'own.json'), [talk ?? {}, talk ?? {}]);
    const text = await refusal(['run', 'rag', '--data', 'own.json']);
    expect(text).toMatch(/own\.json:\d+:\d+ \[1\]\.sample_id: .*own\.json:3:16 \[0\]\.sample_id/);
  });

  it.each(['../../etc/passwd', 'a/b', 'a\\b', '..', '', 'con\u001B[2J', 'a\nb', 'x'.repeat(200)])(
    'with the sample id %j reaches neither disk nor terminal',
    async (id) => {
      const text = await refusal(['run', 'rag', '--data', changedData({ sample_id: id })]);
      expect(text).toMatch(/^pipeline: own\.json:3:\d+ \[0\]\.sample_id: Expected a/);
      expect(text).not.toContain('\u001B');
      expect(existsSync(path.join(folder, '..', '..', 'etc', 'passwd', 'journal.jsonl'))).toBe(false);
    },
  );

  it('with evidence that names no turn goes on, and says so once', async () => {
    const qa = ['D9:9', 'D', 'D1:1'].map((id) => ({
      question: `Red ${id}?`,
      answer: 'red',
      evidence: [id],
      category: 4,
    }));
    const ended = await run('--data', changedData({ qa }), '--json');
    expect(ended.code).toBe(0);
    const { warnings, results } = reportOf(ended);
    expect(results.map(({ recall }) => recall)).toEqual([0, 0, 1]);
    const lost = warnings.filter((warning) => warning.startsWith('data: '));
    expect(lost).toEqual([expect.stringContaining('(2 ids)')]);
    expect(ended.stderr.split(lost[0] ?? '').length).toBe(2);
  });

  it('with a session without turns is scored', async () => {
    const [talk] = twoConversations();
    const conversation = {
      ...talk?.conversation,
      session_3_date_time: '1:00 pm on 1 June, 2022',
      session_3: [],
    };
    const ended = await run('--data', changedData({ conversation }), '--json');
    expect(ended.code).toBe(0);
    expect(reportOf(ended).results).toHaveLength(3);
    const { stdout } = await runCli(['data', 'check', 'own.json'], { cwd: folder });
    expect(stdout).toMatch(/1 +session-empty/);
  });

  it('without a sample that is asked for is refused with the nearest', async () => {
    const ended = await run('--data', changedData({}), '--samples', 'talk-aa');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(
      /^pipeline: --samples: .*"talk-aa"\.\n {2}Did you mean talk-a\? Known: talk-a\.\n$/,
    );
  });
});

describe('a pipeline file', () => {
  it.each([
    [
      'cycle.yaml',
      'summary: x\nsteps:\n  a: { stage: observe, from: a }\nresult: a\n',
      ':3:3: ',
      'circle: a → a',
    ],
    ['input.yaml', 'summary: x\nsteps:\n  a: { stage: observe }\nresult: a\n', ':3:3: ', 'needs samples'],
    ['stage.yaml', 'summary: x\nsteps:\n  a: { stage: obsrve }\nresult: a\n', ':3:3, step a: ', '"obsrve"'],
    ['yaml.yaml', 'summary: x\nsteps: {\n', ':3:1: ', 'Not valid YAML'],
    ['tabs.yml', 'summary: x\nsteps:\n\ta:\n', ':3:1: ', 'Tabs'],
    ['empty.yaml', '', ':1:1: ', 'found nothing'],
    ['base.yaml', 'summary: x\nextends: rag-dialgo\n', ':2:1: ', 'found "rag-dialgo"'],
    ['mark.yaml', '\uFEFFsummary: 3\n', ':1:1: ', '`summary` to be a text'],
    [
      'nan.yaml',
      'extends: rag\nsummary: x\nsteps: { answers: { with: { seed: .nan } } }\n',
      ':3:',
      'to be another value, found NaN',
    ],
    ['latin.yaml', Buffer.from('summary: caf\u00E9\n', 'latin1'), ': ', 'bytes that are not UTF-8'],
    ['flag.yaml', 'extends: rag\nsummary: x\nparams: { json: 1 }\n', ':3:11: ', 'found json'],
    ['no.yaml', 'extends: rag\nsummary: x\nparams: { no-cache: 1 }\n', ':3:11: ', 'found no-cache'],
  ])('%s', async (name, text, place, what) => {
    writeFileSync(path.join(folder, name), text);
    const told = await refusal(['run', name]);
    expect(told.startsWith(`pipeline: ${name}${place}`), told).toBe(true);
    expect(told).toContain(what);
  });

  it('that is not there, or is a folder', async () => {
    mkdirSync(path.join(folder, 'dir.yaml'));
    expect(await refusal(['run', 'dir.yaml'])).toContain(
      'dir.yaml: Expected a pipeline file, found a folder.',
    );
    expect(await refusal(['run', 'none.yaml'])).toContain('none.yaml: Expected a pipeline file, found none.');
  });

  it('in UTF-8 with a mark runs', async () => {
    writeFileSync(path.join(folder, 'mark.yaml'), '\uFEFFsummary: x\nextends: rag-dialog\n');
    expect((await runCli(['show', 'mark.yaml'], { cwd: folder })).code).toBe(0);
  });
});

describe('a folder for results', () => {
  it('below a file is a fault of the disk', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    const words = ['run', 'rag', '--data', changedData({}), '--out'];
    for (const out of ['file', 'file/deeper']) {
      const text = await refusal([...words, out], 1);
      expect(text).toContain(path.join(folder, out, 'store'));
      expect(text).toContain('with --out.');
    }
  });

  it('with a store of a future layout is left alone', async () => {
    mkdirSync(path.join(folder, 'outputs', 'store'), { recursive: true });
    writeFileSync(path.join(folder, 'outputs', 'store', 'layout.json'), '{"layout":99}\n');
    const text = await refusal(['run', 'rag', '--data', changedData({})]);
    expect(text).toContain(path.join('outputs', 'store'));
    expect(text).toMatch(/layout 99.*\n.*--out DIR/);
  });
});
