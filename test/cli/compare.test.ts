import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import {
  answerLines,
  improvedMarks,
  simulatedMarks,
  tenConversations,
  writeLines,
} from '../support/ten-conversations.ts';

/** A folder with the data, two runs that differ by seed alone, and the first of them made five points better. */
function prepared() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'data.json'), JSON.stringify(tenConversations()));
  const first = simulatedMarks(1);
  const lines = { first: answerLines(first), better: answerLines(improvedMarks(first, 0.05, 9)) };
  writeLines(join(folder, 'first.jsonl'), lines.first);
  writeLines(join(folder, 'again.jsonl'), answerLines(simulatedMarks(2)));
  writeLines(join(folder, 'better.jsonl'), lines.better);
  const compare = (...args: string[]) =>
    runCli(['compare', ...args, '--data', 'data.json'], { cwd: folder, env: { NO_COLOR: '1' } });
  return { folder, lines, compare };
}

interface Flip {
  readonly id: string;
  readonly category: number;
  readonly difference: number;
}

/** Orders lists of numbers by the first that differs. */
function byEach(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

describe('pipeline compare', () => {
  it('names the better one of two that are five points apart, with its interval', async () => {
    const { compare } = prepared();
    const { stdout, stderr, code } = await compare('first.jsonl', 'better.jsonl');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^F1, B against A: B is [45]\.\d points better than A \(95 % interval \+\d\.\d to \+\d\.\d, p 0\.002\)$/m,
    );
    expect(stdout).toMatch(/^overall \(1540\) +\d/m);
    expect(stdout).toMatch(/^recall, B against A: B is/m);
    expect(stdout).toMatch(/^flipped most \(10 of \d+ that differ; \d+ are not shown\)$/m);
  });

  it('holds them against systems that know nothing, on the same questions', async () => {
    const { compare } = prepared();
    const { stdout } = await compare('first.jsonl', 'again.jsonl', '--protocol', 'repaired');
    expect(stdout).toMatch(/^reference lines, F1 \(repaired\) +adversarial +without adversarial +overall$/m);
    expect(stdout).toMatch(/^always abstain +\S+ +0\.0 +\S+$/m);
    const report = JSON.parse((await compare('first.jsonl', 'again.jsonl', '--json')).stdout);
    expect(report.referenceLines.map(({ line }: { line: string }) => line)).toEqual([
      'always abstain',
      'always the distractor',
    ]);
  });

  it('lists equal flips by category, then as the data has them', async () => {
    const { compare } = prepared();
    const { stdout } = await compare('first.jsonl', 'again.jsonl', '--json', '--flips', '2000');
    const [{ flips, differing }] = JSON.parse(stdout).comparisons;
    const order = flips.map(({ id, category, difference }: Flip) => {
      const [talk = '', index = ''] = id.replace('talk-', '').split(/\D+/);
      return [-Math.abs(difference), category, Number(talk), Number(index)];
    });
    expect(flips).toHaveLength(differing);
    expect(new Set(order.map(([, category]: number[]) => category)).size).toBe(3);
    expect(order).toEqual(order.toSorted(byEach));
  });

  it('names it too where it comes first', async () => {
    const { compare } = prepared();
    const { stdout } = await compare('better.jsonl', 'first.jsonl', '--metric', 'exact');
    expect(stdout).toMatch(
      /^exact match, B against A: A is [45]\.\d points better than B \(95 % interval \+/m,
    );
  });

  it('names no winner between two that differ by seed alone, and says what it could have seen', async () => {
    const { compare } = prepared();
    const { stdout } = await compare('first.jsonl', 'again.jsonl', '--json');
    const { comparisons } = JSON.parse(stdout);
    expect(comparisons[0].verdict.winner).toBeNull();
    expect(comparisons[0].verdict.text).toMatch(/^no difference that 1,540 questions can show: B less A is/);
    const { interval, detectable } = comparisons[0].rows.at(-1);
    expect(interval[0]).toBeLessThan(0);
    expect(interval[1]).toBeGreaterThan(0);
    expect(detectable).toBeGreaterThan(0.01);
  });

  it('corrects for the number of systems compared with the first', async () => {
    const { compare } = prepared();
    const files = ['first.jsonl', 'again.jsonl', 'better.jsonl'];
    const { stdout } = await compare(...files, '--json', '--metric', 'f1', '--flips', '0');
    const [again, better] = JSON.parse(stdout).comparisons;
    const overall = [again, better].map(({ rows }) => rows.at(-1));
    expect(better.verdict.winner).toBe('second');
    expect(overall[1]).toMatchObject({ scope: 'overall', family: 2, test: 'permutation', holm: 4 / 1024 });
    expect(overall[0].holm).toBe(overall[0].pValue);
    expect(again.rows.find(({ scope }: { scope: unknown }) => scope === 4).family).toBe(6);
  });

  it('refuses different questions and says which; --common compares the rest, loudly', async () => {
    const { folder, lines, compare } = prepared();
    writeLines(join(folder, 'part.jsonl'), lines.better.slice(40));
    const refused = await compare('first.jsonl', 'part.jsonl');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('found 1540 in first.jsonl, 40 of them not in all');
    expect(refused.stderr).toContain('4 single-hop (24): talk-0/0, talk-0/1, talk-0/2 …');
    expect(refused.stderr).toContain('compare the 1500 that all of them answered with --common');
    const part = await compare('first.jsonl', 'part.jsonl', '--common');
    expect(part.code).toBe(0);
    expect(part.stdout).toContain('ONLY A PART is compared: the 1500 questions');
    expect(part.stdout).toMatch(/^overall \(1500\)/m);
    writeLines(join(folder, 'other.jsonl'), lines.first.slice(0, 40));
    const nothing = await compare('part.jsonl', 'other.jsonl', '--common');
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('none in common');
  });

  it('writes a line for each question, with the scores in the order of the systems', async () => {
    const { folder, compare } = prepared();
    const { code } = await compare('first.jsonl', 'better.jsonl', '--out', 'out/by-question.jsonl');
    expect(code).toBe(0);
    const lines = readFileSync(join(folder, 'out/by-question.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1540);
    const gained = lines.map((line) => JSON.parse(line)).filter(({ f1 }) => f1[1] > f1[0]);
    expect(gained.length).toBeGreaterThan(60);
    expect(gained[0]).toMatchObject({ recall: [0, 1], exact: [0, 1] });
    expect(gained[0]).toHaveProperty('sample_id');
  });

  it('is the same to the byte for the same seed', async () => {
    const { compare } = prepared();
    const runs = await Promise.all(
      ['5', '5', '6'].map((seed) =>
        compare('first.jsonl', 'again.jsonl', '--interval', 'bootstrap', '--json', '--seed', seed),
      ),
    );
    expect(runs[0]?.stdout).toBe(runs[1]?.stdout);
    expect(runs[0]?.stdout).not.toBe(runs[2]?.stdout);
  });

  it('has no recall where no contexts were recorded', async () => {
    const { folder, lines, compare } = prepared();
    const bare = lines.better.map((line) => JSON.stringify({ ...JSON.parse(line), context: null }));
    writeLines(join(folder, 'bare.jsonl'), bare);
    const both = await compare('first.jsonl', 'bare.jsonl');
    expect(both.stdout).not.toContain('recall');
    const alone = await compare('first.jsonl', 'bare.jsonl', '--metric', 'recall');
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('Recall needs the ids of what was retrieved');
  });

  it('compares two systems of one released-style file, named by their keys', async () => {
    const { folder, compare } = prepared();
    const both = tenConversations().map(({ sample_id, qa }) => ({
      sample_id,
      qa: qa.map((each, index) => ({
        ...each,
        m1_prediction: 'no',
        m2_prediction: index % 2 ? each.answer : 'no',
      })),
    }));
    writeFileSync(join(folder, 'both_qa.json'), JSON.stringify(both));
    const { stdout } = await compare('both_qa.json#m1', 'both_qa.json#m2');
    expect(stdout).toMatch(/^B {2}both_qa\.json#m2$/m);
    expect(stdout).toMatch(/: B is 4\d\.\d points better than A/);
  });

  it('tells that one file is no comparison', async () => {
    const { compare } = prepared();
    const { code, stderr } = await compare('first.jsonl');
    expect(code).toBe(2);
    expect(stderr).toContain('Expected at least two');
  });

  it('lets no question command the terminal', async () => {
    const { folder, compare } = prepared();
    const data = tenConversations();
    for (const { qa } of data) for (const each of qa) each.question = `\u001B[2J\u009B31m${each.question}`;
    writeFileSync(join(folder, 'data.json'), JSON.stringify(data));
    const { stdout } = await compare('first.jsonl', 'better.jsonl');
    expect(stdout).toContain('number');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

it('says how many calls failed, and what becomes of them', async () => {
  const { folder, lines, compare } = prepared();
  const failed = lines.first.map((line, at) => (at < 3 ? line.replace(/}$/, ',"error":"busy"}') : line));
  writeLines(join(folder, 'failed.jsonl'), failed);
  const { stdout } = await compare('first.jsonl', 'failed.jsonl', '--metric', 'f1');
  expect(stdout).toMatch(/^FAILED in failed\.jsonl: 3 of 1,?540 questions; they count as 0; /m);
  const flags = ['--metric', 'f1', '--protocol', 'repaired', '--json'];
  const repaired = await compare('first.jsonl', 'failed.jsonl', ...flags);
  const { warnings, comparisons } = JSON.parse(repaired.stdout);
  expect(warnings).toEqual([expect.stringContaining('they are left out')]);
  expect(comparisons[0].rows.at(-1)).toMatchObject({ scope: 'overall', questions: 1537 });
});
