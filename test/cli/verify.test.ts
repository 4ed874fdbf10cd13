import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tmpdir } from 'node:os';
import { openDataFile } from '../../cli/data-file.ts';
import { openRecordedRun } from '../../cli/recorded-run.ts';
import { dataOfRun } from '../../cli/verification/data-of-run.ts';
import { verifyRankings } from '../../cli/verification/verify-questions.ts';
import { verifyRun } from '../../cli/verification/verify-run.ts';
import { verifyStore, type StoredStep } from '../../cli/verification/verify-store.ts';
import { Findings } from '../../report/verification/findings.ts';
import { runBash } from '../support/run-bash.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { scriptedPackage } from '../support/scripted-package.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const name = 'rag-dialog';
const [qaFile, statsFile] = [`${name}_qa.json`, `${name}_qa_stats.json`];
const key = 'extractive_dialog_bm25_top_2';
let made = '';
let id = '';

beforeAll(async () => {
  made = mkdtempSync(path.join(tmpdir(), 'pipeline-verify-'));
  writeData(path.join(made, 'own.json'), twoConversations());
  const words = ['run', name, '--data', 'own.json', '--retriever', 'bm25', '--top-k', '2'];
  const { code, stderr } = await runCli(words, { cwd: made });
  expect(code, stderr).toBe(0);
  [id = ''] = readdirSync(path.join(made, 'outputs/runs'));
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** A copy of the folder in which the run was made. */
function copy(): string {
  const folder = path.join(temporaryFolder(), 'copy');
  cpSync(made, folder, { recursive: true });
  return folder;
}

const inRun = (folder: string, file: string): string => path.join(folder, 'outputs/runs', id, file);

interface Verified {
  readonly ok: boolean;
  readonly numbers: number;
  readonly differences: readonly { readonly file: string; readonly path: string }[];
  readonly unchecked: readonly string[];
}

/** Verifies in this process; the command itself has a test of its own. */
async function verify(folder: string): Promise<Verified> {
  const run = await openRecordedRun(id, path.join(folder, 'outputs'));
  const { numbers, differences, unchecked } = await verifyRun(run, dataOfRun(run, undefined));
  return { ok: differences.length === 0, numbers, differences, unchecked };
}

/** Changes a file of the run as text. */
function edit(folder: string, file: string, change: (text: string) => string): void {
  const before = readFileSync(inRun(folder, file), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(inRun(folder, file), after);
}

type Place = readonly (string | number)[];

/** Gives the member at a place of a JSON file another value; takes it away where that is undefined. */
function editJson(folder: string, file: string, place: Place, to: unknown): void {
  edit(folder, file, (text) => {
    const whole: unknown = JSON.parse(text);
    const holder = place
      .slice(0, -1)
      .reduce<unknown>((value, step) => Reflect.get(Object(value), step), whole);
    if (to !== undefined) Reflect.set(Object(holder), place.at(-1) ?? '', to);
    else if (Array.isArray(holder)) holder.splice(Number(place.at(-1)), 1);
    return `${JSON.stringify(whole, null, 1)}\n`;
  });
}

const found = ({ differences }: Verified): string[] =>
  differences.map(({ file, path: place }) => `${file} ${place}`.trim());

describe('verify', () => {
  it('computes every number of an untouched run again, and changes nothing', async () => {
    const folder = copy();
    const before = readdirSync(folder, { recursive: true }).toSorted();
    const verified = await verify(folder);
    expect(verified).toMatchObject({ ok: true, differences: [], unchecked: [] });
    // Two scores of each of six questions in the result file and in the store are among them.
    expect(verified.numbers).toBeGreaterThan(24);
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
  });

  it('prints what it compared, and what differs with exit code 1', async () => {
    const folder = copy();
    const { numbers } = await verify(folder);
    const good = await runCli(['verify', path.join('outputs/runs', id)], { cwd: folder });
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(new RegExp(`^${id}: OK, ${numbers} numbers and \\d+ other values compared`));
    editJson(folder, 'run.json', ['scores', 'f1', 'overall'], 0.99);
    const bad = await runCli(['verify', id], { cwd: folder });
    expect(bad).toMatchObject({ code: 1, stderr: '' });
    expect(bad.stdout).toMatch(/^ {2}run\.json scores\.f1\.overall: stored 0\.99, recomputed 0\.\d+$/m);
    const json = await runCli(['verify', id, '--json'], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({ run: id, ok: false, numbers, differences: [{}, {}] });
  });

  it.each<[string, string, Place, unknown, string]>([
    ['an F1', qaFile, [0, 'qa', 0, `${key}_f1`], 0.123, `[0].qa[0].${key}_f1`],
    ['a recall', qaFile, [1, 'qa', 0, `${key}_recall`], 0.5, `[1].qa[0].${key}_recall`],
    ['a context', qaFile, [0, 'qa', 0, `${key}_prediction_context`], ['D9:9'], `[0].qa[0].${key}_recall`],
    ['a gold answer', qaFile, [0, 'qa', 0, 'answer'], 'blue', '[0].qa[0].answer'],
    ['a category', qaFile, [0, 'qa', 0, 'category'], 2, '[0].qa[0].category'],
    ['a removed question', qaFile, [1, 'qa', 2], undefined, '[1].qa[2]'],
    ['a removed sample', qaFile, [1], undefined, '[1]'],
    ['an added field', qaFile, [0, 'qa', 0, 'note'], 1, '[0].qa[0].note'],
    [
      'a statistic',
      statsFile,
      [key, 'cum_accuracy_by_category', '4'],
      99,
      `${key}.cum_accuracy_by_category.4`,
    ],
    ['an average', 'run.json', ['scores', 'f1', 'overall'], 0.99, 'scores.f1.overall'],
    ['a setting', 'run.json', ['steps', 3, 'settings', 'seed'], 3, 'run'],
    ['a parameter', 'run.json', ['params', 'top-k'], 3, 'digest'],
    ['the version', 'run.json', ['version'], '0.0.1', 'digest'],
    ['a key', 'run.json', ['steps', 1, 'artifact'], '0'.repeat(64), 'steps[1].artifact'],
    ['a content', 'run.json', ['steps', 1, 'content'], '0'.repeat(64), 'steps[2].artifact'],
    ['a count of items', 'run.json', ['steps', 4, 'items'], 5, 'steps[4].items'],
  ])('finds %s that was changed', async (_what, file, member, to, place) => {
    const folder = copy();
    editJson(folder, file, member, to);
    const verified = await verify(folder);
    expect(verified).toMatchObject({ ok: false });
    expect(found(verified)).toContain(`${file} ${place}`);
    // Nor does it go unseen without the store and the data, whatever of it can still be named.
    rmSync(path.join(folder, 'outputs/store'), { recursive: true });
    rmSync(path.join(folder, 'own.json'));
    expect(await verify(folder)).toMatchObject({ ok: false });
  });

  it('finds a prediction that was changed with its score, by the digest and by the store', async () => {
    const folder = copy();
    editJson(folder, qaFile, [0, 'qa', 0, `${key}_prediction`], 'a zeppelin');
    editJson(folder, qaFile, [0, 'qa', 0, `${key}_f1`], 0);
    expect(found(await verify(folder))).toEqual(
      expect.arrayContaining([
        `${name}_qa.json SHA-256 of the file`,
        expect.stringMatching(/^store\/artifacts\/answer\/\w+ talk-a\/0\.prediction$/),
      ]),
    );
  });

  it('finds stored records that are not the sealed ones', async () => {
    const folder = copy();
    const answers = path.join(folder, 'outputs/store/artifacts/answer');
    const [artifact = ''] = readdirSync(answers);
    const records = path.join(answers, artifact, 'records.jsonl');
    const text = readFileSync(records, 'utf8');
    writeFileSync(records, text.replace('"passages":2', '"passages":1'));
    expect(found(await verify(folder))).toContain(`store/artifacts/answer/${artifact} digest`);
    writeFileSync(records, text.slice(0, -10));
    expect(found(await verify(folder))).toEqual([`store/artifacts/answer/${artifact}`]);
  });

  it('finds a context that is not the first passages of its ranking, and a ranking of other passages', async () => {
    const stored = await verifyStore(new Findings(), await openRecordedRun(id, path.join(made, 'outputs')));
    const differing = async (change: (step: StoredStep) => StoredStep): Promise<string[]> => {
      const findings = new Findings();
      await verifyRankings(findings, stored.map(change));
      return findings.differences.map(({ path: place }) => place);
    };
    expect(await differing((step) => step)).toEqual([]);
    const cutOtherwise = await differing(({ step, ...rest }) => ({
      ...rest,
      step: { ...step, settings: { ...step.settings, topK: 1 } },
    }));
    expect(cutOtherwise).toEqual(expect.arrayContaining(['talk-a/0.context[1]', 'talk-a/0.passages']));
    // The passages of a run over another database.
    const folder = copy();
    const words = ['run', 'rag', '--data', 'own.json', '--retriever', 'bm25', '--database', 'summary'];
    const ended = await runCli([...words, '--top-k', '2', '--json'], { cwd: folder });
    expect(ended.code, ended.stderr).toBe(0);
    const other = await verifyStore(
      new Findings(),
      await openRecordedRun(JSON.parse(ended.stdout).run, path.join(folder, 'outputs')),
    );
    const [summaries] = other.filter(({ step }) => step.step === 'passages');
    const rankedOtherwise = await differing((step) =>
      step.step.step === 'passages' ? (summaries ?? step) : step,
    );
    expect(rankedOtherwise).toEqual(
      expect.arrayContaining(['talk-a/0.hits[0]', 'talk-a/0.databaseSize', 'talk-a/0.context[0]']),
    );
  });

  it('names a file that is gone or no JSON', async () => {
    const folder = copy();
    edit(folder, `${name}_qa.json`, (text) => text.slice(0, 100));
    expect(found(await verify(folder)).join('\n')).toMatch(new RegExp(`^${name}_qa.json:\\d+:\\d+`, 'm'));
    rmSync(inRun(folder, `${name}_qa_stats.json`));
    expect(found(await verify(folder))).toContain(`${name}_qa_stats.json`);
    edit(folder, 'run.json', (text) => text.slice(0, 100));
    const { code, stderr } = await runCli(['verify', id], { cwd: folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining('run.json')]);
  });

  it('verifies a run whose store was cleared from its own folder, and says what could not be checked', async () => {
    const folder = copy();
    const other = path.join(folder, 'outputs/runs', 'other');
    cpSync(path.join(folder, 'outputs/runs', id), other, { recursive: true });
    rmSync(path.join(folder, 'outputs/runs', id), { recursive: true });
    rmSync(path.join(other, 'run.json'));
    expect((await runCli(['gc'], { cwd: folder })).code).toBe(0);
    cpSync(path.join(made, 'outputs/runs', id), path.join(folder, 'outputs/runs', id), { recursive: true });
    const verified = await verify(folder);
    expect(verified).toMatchObject({ ok: true });
    expect(verified.unchecked).toEqual([
      expect.stringContaining('dataset, passages, ranking, answers, scores'),
    ]);
    rmSync(path.join(folder, 'own.json'));
    expect((await verify(folder)).unchecked).toContainEqual(
      expect.stringContaining('own.json: it was not found'),
    );
  });

  it('verifies a run in which a question failed', async () => {
    const folder = temporaryFolder();
    writeData(path.join(folder, 'own.json'), twoConversations());
    const { packageFolder, env } = scriptedPackage();
    const words = ['run', name, '--data', 'own.json', '--retriever', 'bm25'];
    const failing = env({ fail: 'choir sing', reason: 'the server said 503' });
    expect((await runCli(words, { cwd: folder, packageFolder, env: failing })).code).toBe(1);
    const [run = ''] = readdirSync(path.join(folder, 'outputs/runs'));
    const { differences, unchecked } = await verifyRun(
      await openRecordedRun(run, path.join(folder, 'outputs')),
      openDataFile(path.join(folder, 'own.json')),
    );
    expect([differences, unchecked]).toEqual([[], []]);
  });

  it('refuses other data, and a run that is not there', async () => {
    const folder = copy();
    writeData(path.join(folder, 'other.json'), twoConversations().slice(0, 1));
    const other = await runCli(['verify', id, '--data', 'other.json'], { cwd: folder });
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('Expected the data of run')]);
    const none = await runCli(['verify', `${id}x`], { cwd: folder });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(`Did you mean ${id}?`)]);
  });
});

/** The files of the only run below a folder. */
function files(folder: string): { readonly [file: string]: string } {
  const runs = path.join(folder, 'outputs/runs');
  const [run = ''] = readdirSync(runs);
  const names = readdirSync(path.join(runs, run)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(names.map((file) => [file, readFileSync(path.join(runs, run, file), 'utf8')]));
}

async function reproduced(run: string, cwd: string): Promise<CliResult & { readonly folder: string }> {
  const printed = await runCli(['reproduce', run], { cwd });
  expect(printed.code, printed.stderr).toBe(0);
  const folder = temporaryFolder();
  expect(await runBash(printed.stdout, folder)).toMatchObject({ code: 0 });
  return { ...printed, folder };
}

describe('reproduce', () => {
  it('prints a command that makes the same files in an empty folder', { timeout: 60_000 }, async () => {
    const { folder, stdout } = await reproduced(id, made);
    expect(files(folder)).toEqual(files(made));
    expect(Object.keys(files(folder))).toHaveLength(3);
    expect(stdout).toMatch(
      /^# locomo-pipeline \d+\.\d+\.\d+\n# own\.json: \d+ bytes, SHA-256 [0-9a-f]{64}\npipeline run/,
    );
  });

  it(
    'has the settings and samples that were chosen, and a pipeline of one’s own',
    { timeout: 60_000 },
    async () => {
      const folder = temporaryFolder();
      writeData(path.join(folder, 'own.json'), twoConversations());
      const mine =
        'extends: rag\nsummary: Mine.\nparams:\n  database: dialog\n  retriever: bm25\n  top-k: 3\n';
      writeFileSync(path.join(folder, 'mine.yaml'), mine);
      const flags =
        '--data own.json --samples talk-b,talk-a --limit 4 --top-k 1 --set answers.seed=7 --set answers.maxTokens=none';
      expect((await runCli(['run', 'mine.yaml', ...flags.split(' ')], { cwd: folder })).code).toBe(0);
      const [run = ''] = readdirSync(path.join(folder, 'outputs/runs'));
      expect(files((await reproduced(run, folder)).folder)).toEqual(files(folder));
      // A pipeline that was changed since is not taken for the one that ran.
      writeFileSync(path.join(folder, 'mine.yaml'), mine.replace('3', '4'));
      const { code, stderr } = await runCli(['reproduce', run], { cwd: folder });
      expect([code, stderr]).toEqual([2, expect.stringContaining('mine.yaml')]);
    },
  );
});
