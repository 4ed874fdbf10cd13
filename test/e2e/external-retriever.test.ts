import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { blocksOf } from '../docs/blocks.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';

const python = spawnSync('python3', ['--version']).status === 0;
const example = path.join(packageRoot, 'docs/examples/external_retriever.py');

/** A program in JavaScript that calls `onOpen` and `onRank` for its requests; each returns what to reply, or nothing. */
function program(body: string): string {
  const file = path.join(temporaryFolder(), 'program.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
     const say = (reply) => process.stdout.write(JSON.stringify(reply) + '\\n');
     const passages = new Map();
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, open, rank } = JSON.parse(line);
       if (open) { passages.set(open.sampleId, open.passages.map((each) => each.id)); return say({ id }); }
       const ids = passages.get(rank.sampleId);
       ${body}
     });`,
  );
  return `external:"${process.execPath}" ${file}`;
}

const inOrder = (): string => program('say({ id, passages: ids.slice(0, rank.depth) });');

function run(retriever: string, ...flags: string[]): Promise<CliResult> {
  return runCli(['run', 'rag-dialog', '--retriever', retriever, '--top-k', '3', '--json', ...flags], {
    cwd: temporaryFolder(),
  });
}

describe('a program of the user', { timeout: 120_000 }, () => {
  it.skipIf(!python)('in Python, as the docs have it, ranks end to end (needs python3)', async () => {
    const [shown] = blocksOf('docs/external-retrievers.md', 'python');
    expect(readFileSync(example, 'utf8')).toBe(shown);
    expect(shown?.split('\n').length).toBeLessThan(40);
    const ended = await run(`external:python3 ${example}`);
    expect(ended.code, ended.stderr).toBe(0);
    expect(reportOf(ended).scores.recall.overall).toBeGreaterThan(0.3);
  });

  it('is asked once for each question, and not again where its rankings are kept', async () => {
    const cwd = temporaryFolder();
    const log = path.join(cwd, 'asked');
    const retriever = program(
      `appendFileSync(${JSON.stringify(log)}, rank.text + '\\n'); say({ id, passages: ids.slice(0, 2) });`,
    );
    const [, file = ''] = /" (.*)$/.exec(retriever) ?? [];
    writeFileSync(file, `import { appendFileSync } from 'node:fs';\n${readFileSync(file, 'utf8')}`);
    const words = ['run', 'rag-dialog', '--retriever', retriever, '--json'];
    const first = await runCli(words, { cwd });
    expect(first.code, first.stderr).toBe(0);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(62);
    expect((await runCli([...words, '--top-k', '1'], { cwd })).code).toBe(0);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(62);
    expect(reportOf(first).results[0]?.context).toEqual(['D1:1', 'D1:2']);
  });

  it('gives the same in any order of its replies', async () => {
    const late = program('setTimeout(() => say({ id, passages: ids.slice(0, rank.depth) }), (id * 7) % 20);');
    const [one, other] = [await run(inOrder()), await run(late, '--concurrency', '8')];
    expect(other.code, other.stderr).toBe(0);
    expect(reportOf(other).scores).toEqual(reportOf(one).scores);
  });

  it.each([
    ['an id of no passage', 'say({ id, passages: ["D99:1"] });', '"D99:1", which is no passage'],
    ['an id twice', 'say({ id, passages: ["D1:1", "D1:1"] });', '"D1:1" twice'],
    ['no list', 'say({ id });', 'found none'],
    ['an error', 'say({ id, error: "index is cold" });', 'index is cold'],
  ])('that replies with %s fails the question alone', async (_, body, reason) => {
    const ended = await run(
      program(`if (rank.text.startsWith('Wh')) { ${body} } else say({ id, passages: ids.slice(0, 3) });`),
    );
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(reason);
    const { results } = reportOf(ended);
    expect(results.some(({ recall }) => recall === null)).toBe(true);
    expect(results.some(({ recall }) => recall !== null)).toBe(true);
  });

  it.each([
    ['is not there', () => 'external:/nowhere/at-all', 'it cannot be started'],
    [
      'ends',
      () => program('console.error("out of memory"); process.exit(3);'),
      'exit code 3. It said: out of memory',
    ],
    [
      'writes something else',
      () => program('process.stdout.write("hello\\n");'),
      'what is no reply: "hello"',
    ],
    ['has no name', () => 'external: ', 'Expected a command behind'],
  ])('that %s ends the run and says so', async (_, retriever, reason) => {
    const ended = await run(retriever());
    expect(ended.code).toBeGreaterThan(0);
    expect(ended.stderr).toContain(reason);
    expect(ended.stderr).not.toMatch(/^ +at /m);
  });
});
