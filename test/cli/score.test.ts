import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBash } from '../support/run-bash.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const abstention = 'Not mentioned in the conversation';

const right = [
  { sample_id: 'talk-a', qa_index: 0, prediction: 'red', context: ['D1:1'] },
  { sample_id: 'talk-a', qa_index: 1, prediction: '20 May', context: ['D1:2', 'D2:1'] },
  { sample_id: 'talk-a', qa_index: 2, prediction: abstention, context: [] },
  { sample_id: 'talk-b', qa_index: 0, prediction: 'Ghent', context: ['D1:1'] },
  { sample_id: 'talk-b', qa_index: 1, prediction: null, error: 'busy' },
];

/** A folder with the data and a file of answers. */
function folderWith(name: string, content: string): string {
  const folder = temporaryFolder();
  writeData(join(folder, 'talks.json'), twoConversations());
  writeFileSync(join(folder, name), content);
  return folder;
}

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function scoreIn(folder: string, ...args: readonly string[]) {
  return runCli(['score', ...args, '--data', 'talks.json'], { cwd: folder });
}

describe('pipeline score', () => {
  it('shows both protocols side by side, with sums, counts and statuses', async () => {
    const folder = folderWith('mine.jsonl', lines(right));
    const { code, stdout, stderr } = await scoreIn(folder, 'mine.jsonl');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^mine\.jsonl: 6 questions of talks\.json, set [0-9a-f]{12}\n/);
    expect(stdout).toContain('4 answered, 0 empty, 1 missing, 1 failed');
    expect(stdout).toContain('1 × busy');
    expect(stdout).toMatch(/^F1 \(questions\) +released +± +sum \/ n +repaired +± +sum \/ n$/m);
    expect(stdout).toMatch(
      /^4 single-hop \(3\) +66\.7 +(?:[\d.]+ +)?2\.0 \/ 3 +100\.0 +(?:[\d.]+ +)?2\.0 \/ 2$/m,
    );
    expect(stdout).toMatch(/^overall \(6\) +66\.7 +(?:[\d.]+ +)?4\.0 \/ 6 +100\.0 +(?:[\d.]+ +)?4\.0 \/ 4$/m);
    expect(stdout).toMatch(/^overall \(6\) +83\.3 +(?:[\d.]+ +)?5\.0 \/ 6 +75\.0 +(?:[\d.]+ +)?3\.0 \/ 4$/m);
    expect(stdout).toMatch(/^MRR +62\.5 +2\.5 \/ 4 +62\.5 +2\.5 \/ 4$/m);
    expect(stdout).not.toContain('ceiling');
  });

  it('prints one object, and writes a line for each question, by the chosen protocol', async () => {
    const folder = folderWith('mine.jsonl', lines(right));
    const { stdout } = await scoreIn(folder, 'mine.jsonl', '--json', '--out', 'lines.jsonl');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      file: 'mine.jsonl',
      protocol: 'released',
      status: 'incomplete',
      statuses: { answered: 4, empty: 0, missing: 1, failed: 1 },
      scores: { f1: { 4: 2 / 3, overall: 4 / 6 }, questions: { overall: 6 }, unscored: { overall: 0 } },
      released: { f1: { overall: { sum: 4, count: 6 } } },
      repaired: { f1: { overall: { sum: 4, count: 4 } } },
    });
    const written = readFileSync(join(folder, 'lines.jsonl'), 'utf8').trimEnd().split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual(report.results);
    expect(report.results[1]).toMatchObject({
      sample_id: 'talk-a',
      qa_index: 1,
      category: 2,
      status: 'answered',
      f1: 1,
      recall: 1,
      turn: { precision: 0.5, mrr: 0.5 },
    });

    const repaired = await scoreIn(folder, 'mine.jsonl', '--json', '--protocol', 'repaired');
    const { scores, results } = JSON.parse(repaired.stdout);
    expect(scores).toMatchObject({ f1: { overall: 1 }, recall: { overall: 0.75 }, unscored: { overall: 2 } });
    expect(results[4]).toMatchObject({ status: 'failed', f1: null, recall: null, reason: 'busy' });
  });

  it('scores CSV and the released form the same', async () => {
    const csv = ['sample_id,qa_index,prediction,context']
      .concat(
        right.slice(0, 4).map((row) => {
          const context = row.context?.length === 0 ? '[]' : row.context?.join(';');
          return `${row.sample_id},${row.qa_index},"${row.prediction}",${context}`;
        }),
      )
      .join('\r\n');
    const qa = twoConversations().map(({ sample_id, qa: questions }) => ({
      sample_id,
      qa: questions.map((question, index) => {
        const row = right.find((each) => each.sample_id === sample_id && each.qa_index === index);
        return row?.context === undefined
          ? question
          : {
              ...question,
              m_dialog_top_2_prediction: row.prediction,
              m_dialog_top_2_prediction_context: row.context,
            };
      }),
    }));
    const jsonl = folderWith('mine.jsonl', lines(right.slice(0, 4)));
    const [a, b, c] = await Promise.all([
      scoreIn(jsonl, 'mine.jsonl', '--json'),
      scoreIn(folderWith('mine.csv', csv), 'mine.csv', '--json'),
      scoreIn(folderWith('mine_qa.json', JSON.stringify(qa)), 'mine_qa.json', '--json'),
    ]);
    const { file: _, ...expected } = JSON.parse(a.stdout);
    expect(JSON.parse(b.stdout)).toMatchObject({ ...expected, results: expect.anything() });
    const released = JSON.parse(c.stdout);
    expect(released).toMatchObject({ key: 'm_dialog_top_2', scores: expected.scores });
    expect(released.recallCeiling.released.overall.mean).toBe(1);
  });

  it('says why abstaining always means nothing', async () => {
    const everything = [0, 1, 2].flatMap((qa_index) =>
      ['talk-a', 'talk-b'].map((sample_id) => ({ sample_id, qa_index, prediction: abstention })),
    );
    const { code, stderr, stdout } = await scoreIn(folderWith('a.jsonl', lines(everything)), 'a.jsonl');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: 6 of 6 answers .*without any memory and means nothing.*\n$/);
    expect(stdout).toMatch(/^overall \(6\) +33\.3 +(?:[\d.]+ +)?2\.0 \/ 6 +33\.3 +(?:[\d.]+ +)?2\.0 \/ 6$/m);
    expect(stdout).not.toContain('recall');
  });

  it('prints a table where nothing at all was answered', async () => {
    const { code, stdout } = await scoreIn(folderWith('none.jsonl', ''), 'none.jsonl');
    expect(code).toBe(0);
    expect(stdout).toContain('0 answered, 0 empty, 6 missing, 0 failed');
    expect(stdout).toMatch(/^overall \(6\) +0\.0 +(?:[\d.]+ +)?0\.0 \/ 6 +– +0\.0 \/ 0$/m);
  });

  it('says that ids of its own make a recall that means nothing', async () => {
    const row = { ...right[0], context: ['memory-12', 'D1:1'] };
    const { stderr } = await scoreIn(folderWith('a.jsonl', lines([row])), 'a.jsonl');
    expect(stderr).toMatch(/^warning: 1 of 2 retrieved ids name no turn .*"memory-12"/);
  });

  it('tells a user’s mistake in one sentence, with its place', async () => {
    const folder = folderWith('bad.jsonl', `${lines(right.slice(0, 1))}{"sample_id": \n`);
    const { code, stdout, stderr } = await scoreIn(folder, 'bad.jsonl');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^pipeline: bad\.jsonl:2: Expected a JSON object in each line, .*\n {2}Write .*\n$/,
    );
    const none = await scoreIn(folder, 'nowhere.csv');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('nowhere.csv')]);
    const protocol = await scoreIn(folder, 'bad.jsonl', '--protocol', 'mended');
    expect([protocol.code, protocol.stderr]).toEqual([2, expect.stringContaining('released, repaired')]);
  });
});

it('scores the folder of a run to what the run itself says', async () => {
  const folder = folderWith('unused', '');
  const run = await runCli(
    ['run', 'rag-observation', '--retriever', 'bm25', '--embedder', 'none', '--data', 'talks.json', '--json'],
    { cwd: folder },
  );
  const { run: id, scores } = JSON.parse(run.stdout);
  const { code, stdout } = await scoreIn(folder, join('outputs', 'runs', id), '--json');
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report.status).toBe('complete');
  expect(report.questionSet).toBe(report.released.questionSet);
  expect(report.scores.questions).toEqual(scores.questions);
  expect(report.scores.f1.overall).toBeCloseTo(scores.f1.overall, 3);
  expect(report.scores.recall.overall).toBeCloseTo(scores.recall.overall, 3);
  expect(report.recallCeiling.released.overall).toMatchObject({ sum: 5, count: 6 });
});

describe('a part of the questions', () => {
  it('is that of a run which was asked no more, not the rest for missing', async () => {
    const folder = folderWith('unused', '');
    const flags = ['--retriever', 'bm25', '--embedder', 'none', '--data', 'talks.json', '--json'];
    const run = await runCli(['run', 'rag-dialog', ...flags, '--limit', '4'], { cwd: folder });
    const { run: id, scores } = JSON.parse(run.stdout);
    const path = join('outputs', 'runs', id);
    const { stdout } = await scoreIn(folder, path, '--json');
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      status: 'complete',
      questions: 4,
      data: { questions: 6 },
      scope: ['the run’s own'],
      statuses: { answered: 4, missing: 0 },
      recallCeiling: { released: { overall: { count: 4 } } },
    });
    expect(report.scores.f1.overall).toBeCloseTo(scores.f1.overall, 3);
    const file = await scoreIn(folder, join(path, 'rag-dialog_qa.json'), '--json');
    expect(JSON.parse(file.stdout).questionSet).toBe(report.questionSet);
    expect(report).not.toHaveProperty('adversarial');
    const one = await scoreIn(folder, path, '--samples', 'talk-b');
    expect(one.stdout).toContain('Category 5 and the risk at coverage: pipeline diagnose RUN');
    expect(one.stdout).toMatch(/: 1 of 6 questions of talks\.json \(the run’s own; of talk-b\), set /);
  });

  it('is chosen by conversation or by having an answer, which is said loudly', async () => {
    const folder = folderWith('mine.jsonl', lines(right));
    const { stdout } = await scoreIn(folder, 'mine.jsonl', '--samples', 'talk-b', '--json');
    const talk = JSON.parse(stdout);
    expect(talk).toMatchObject({ questions: 3, scope: ['of talk-b'], statuses: { failed: 1, missing: 1 } });
    expect(talk.referenceLines[0]).toMatchObject({ overall: 1 / 3 });
    const answered = await scoreIn(folder, 'mine.jsonl', '--only-answered');
    expect(answered.stdout).toMatch(/^mine\.jsonl: 4 of 6 questions of talks\.json \(answered only\), set /);
    expect(answered.stderr).toBe('warning: ONLY A PART is scored: 2 questions without an answer left out.\n');
    expect(talk.questionSet).not.toBe(answered.stdout.match(/set ([0-9a-f]{12})/)?.[1]);
  });

  it('has a conversation of the data, and a question', async () => {
    const folder = folderWith('none.jsonl', '');
    const unknown = await scoreIn(folder, 'none.jsonl', '--samples', 'talk-c');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('talk-c')]);
    const none = await scoreIn(folder, 'none.jsonl', '--only-answered');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--only-answered: Expected')]);
  });
});

it('draws the risk over coverage of answers that say how sure they are', async () => {
  const sure = right.slice(0, 4).map((row, at) => ({ ...row, confidence: 4 - at }));
  const folder = folderWith('sure.jsonl', lines(sure));
  const { stdout } = await scoreIn(folder, 'sure.jsonl');
  expect(stdout).toMatch(/^coverage on categories 1 to 4 +risk +confidence from$/m);
  const { adversarial } = JSON.parse((await scoreIn(folder, 'sure.jsonl', '--json')).stdout);
  expect(adversarial).toMatchObject({
    abstained: { count: 1, of: 1 },
    riskCoverage: {
      answers: 3,
      withConfidence: 3,
      area: 0,
      points: [{ threshold: 4 }, {}, { threshold: 1 }],
    },
  });
});

it.skipIf(process.platform === 'win32')(
  'writes into a link and into a pipe, and leaves them what they are',
  async () => {
    const folder = folderWith('mine.jsonl', lines(right));
    writeFileSync(join(folder, 'kept.jsonl'), '');
    symlinkSync('kept.jsonl', join(folder, 'link.jsonl'));
    expect((await scoreIn(folder, 'mine.jsonl', '--out', 'link.jsonl')).code).toBe(0);
    expect(lstatSync(join(folder, 'link.jsonl')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'kept.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(6);

    const script =
      'mkfifo pipe\npipeline score mine.jsonl --data talks.json --out pipe >text & wc -l <pipe; wait';
    expect((await runBash(script, folder)).stdout.trim()).toBe('6');
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true);
  },
);

it('names what is missing where the path is an empty text', async () => {
  const { code, stderr } = await scoreIn(temporaryFolder(), '');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Expected a path.')]);
});
