import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';

const words = ['--retriever', 'window', '--embedder', 'none', '--json'];

describe('memories written without a key', { timeout: 120_000 }, () => {
  let folder = '';
  const files = { observations: '', summaries: '' };
  const cli = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: folder });

  async function run(...args: string[]) {
    const ended = await cli('run', ...args);
    expect(ended.code, ended.stderr).toBe(0);
    return reportOf(ended);
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'pipeline-memories-'));
    for (const kind of ['observations', 'summaries'] as const)
      files[kind] = (await run(kind, '--json')).outputs.memories ?? '';
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are in files of the released names and forms', () => {
    expect(path.basename(files.observations)).toBe('sample_observation.json');
    expect(path.basename(files.summaries)).toBe('sample_session_summary.json');
    const observed = JSON.parse(readFileSync(files.observations, 'utf8'));
    expect(observed[0]).toMatchObject({
      sample_id: 'sample-1',
      observation: { session_1_observation: expect.any(Object) },
    });
    const [statement] = Object.values<[string, string][]>(
      observed[0].observation.session_1_observation,
    ).flat();
    expect(statement).toEqual([expect.any(String), expect.stringMatching(/^D1:\d+$/)]);
    const summed = JSON.parse(readFileSync(files.summaries, 'utf8'));
    expect(summed[0]).toMatchObject({ session_summary: { session_1_summary: expect.any(String) } });
  });

  it.each([
    ['rag-observation', '--observations', 'observations'],
    ['rag-summary', '--summaries', 'summaries'],
  ] as const)(
    'are read by %s in place of those of the data, and found as when written anew',
    async (pipeline, flag, kind) => {
      const fresh = await run(pipeline, '--source', 'generate', ...words);
      const read = await run(pipeline, flag, files[kind], ...words);
      expect(read.results).toEqual(fresh.results);
      expect(read.scores).toEqual(fresh.scores);
      const own = await run(pipeline, ...words);
      expect(own.results).not.toEqual(read.results);
      expect(new Set([own.run, read.run, fresh.run]).size).toBe(3);
    },
  );

  it('are named in what the run tells of itself, and by the command that makes it again', async () => {
    const { run: id } = await run('rag-observation', '--observations', files.observations, ...words);
    const record = JSON.parse(readFileSync(path.join(folder, 'outputs/runs', id, 'run.json'), 'utf8'));
    expect(record.data.memories).toEqual({ observations: 'sample_observation.json' });
    expect(record.data.identity.observations).toMatch(/^[0-9a-f]{64}$/);
    const lost = await cli('reproduce', id);
    expect(lost.stderr).toContain('sample_observation.json, which holds the observations, was not found');
    writeFileSync(path.join(folder, 'sample_observation.json'), readFileSync(files.observations));
    const { stdout, stderr } = await cli('reproduce', id);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/--observations \S*sample_observation\.json/);
    expect((await cli('verify', id)).code).toBe(0);
  });

  it('pass the lint that the released ones are put to', async () => {
    const ended = await cli('data', 'lint', sampleFile(), '--observations', files.observations, '--strict');
    expect(ended.code, ended.stdout).toBe(0);
  });

  it.each([
    [
      'of the other kind',
      ['--observations', 'summaries'],
      /Expected observations, found no `session_N_observation`/,
    ],
    ['that is not there', ['--summaries', 'nothing.json'], /found none[^]*with --summaries FILE/],
  ])('in a file %s are refused', async (_, [flag = '', name = ''], message) => {
    const file = name === 'summaries' ? files.summaries : name;
    const { code, stderr } = await cli('run', 'rag-observation', flag, file);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

function sampleFile(): string {
  return path.resolve('data/sample.json');
}
