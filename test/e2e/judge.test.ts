import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import type { JudgedRun } from '../../report/judged-run.ts';
import {
  startChatServer,
  type Asked,
  type ChatServer,
  type ChatServerScript,
} from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** Of the six questions of the two conversations four have a gold answer. */
const judgeable = 4;

/** How many answers with known verdicts ship. */
const calibrating = 120;

interface Rejudged {
  readonly run: string;
  readonly rejudges: string;
  readonly status: string;
  readonly judged: readonly JudgedRun[];
  readonly between: { readonly raw: number | null; readonly kappa: number | null } | null;
  readonly calls: { readonly model: number };
}

function rejudgedOf({ stdout }: CliResult): Rejudged {
  return JSON.parse(stdout);
}

function isJudging({ prompt }: Asked): boolean {
  return prompt.includes('<reference>');
}

/** Whether a judge is asked about one answer that tests make trouble with. */
function unclear(asked: Asked): boolean {
  return part(asked, 'question') === 'Where does the choir sing?';
}

/** The text between two tags of what a judge was asked. */
function part({ prompt }: Asked, tag: string): string {
  return new RegExp(`<${tag}>\n([^]*?)\n</${tag}>`).exec(prompt)?.[1] ?? '';
}

/** A judge that compares words, and a reader that finds the colour alone. */
const comparing: NonNullable<ChatServerScript['reply']> = (asked) => {
  if (!isJudging(asked)) return asked.prompt.includes('colour') ? 'red' : 'nothing of the kind';
  return `They ${part(asked, 'answer') === part(asked, 'reference') ? 'agree.\nCORRECT' : 'differ.\nWRONG'}`;
};

/** The flags that name a judge on a server. */
function asking(baseUrl: string): readonly string[] {
  return ['--judge', 'openai:judge', '--judge-base-url', baseUrl];
}

/** A folder with the data of two conversations, and the command in it. */
function workplace() {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), twoConversations());
  const cli = (...args: readonly string[]) => runCli([...args, '--json'], { cwd: folder, env: anyKey });
  const answering = [
    '--data',
    'data.json',
    '--retriever',
    'bm25',
    '--model',
    'openai:reader',
    '--top-k',
    '3',
  ];
  return {
    folder,
    cli,
    answer: ({ baseUrl }: ChatServer) => cli('run', 'rag-dialog', ...answering, '--base-url', baseUrl),
    judged: ({ baseUrl }: ChatServer, ...flags: readonly string[]) =>
      cli(
        'run',
        'judged',
        ...answering,
        '--database',
        'dialog',
        ...asking(baseUrl),
        '--base-url',
        baseUrl,
        ...flags,
      ),
    rejudge: ({ baseUrl }: ChatServer, run: string, ...flags: readonly string[]) =>
      cli('rejudge', run, ...asking(baseUrl), ...flags),
  };
}

describe('a judged run', { timeout: 180_000 }, () => {
  it('asks the judge once for each answer and each calibration item, and never again', async () => {
    const [place, server] = [workplace(), await startChatServer({ reply: comparing })];
    const first = await place.judged(server);
    expect(first.code, first.stderr).toBe(0);
    expect(server.asked.filter(isJudging)).toHaveLength(judgeable + calibrating);
    expect(server.asked).toHaveLength(6 + judgeable + calibrating);
    const [judged] = reportOf(first).judged ?? [];
    expect(judged).toMatchObject({ judge: 'openai:judge', rubric: 'strict', agreement: null });
    expect(judged?.overall).toMatchObject({ questions: 4, judged: 4, share: 0.25, unparsed: 0, failed: 0 });
    expect(judged?.byCategory[4]).toMatchObject({ questions: 3, judged: 3, share: 1 / 3 });
    // It finds every wrong answer wrong, but no paraphrase right: it tells nothing about J.
    expect(judged?.calibration?.falsePositives).toMatchObject({ count: 0, of: 80 });
    expect(judged?.calibration?.falseNegatives).toMatchObject({ count: 40, of: 40, rate: 1 });
    expect(judged?.overall.corrected).toMatchObject({
      share: null,
      reason: 'the judge tells right from wrong no better than chance',
    });

    const again = await place.judged(server);
    expect(again.code, again.stderr).toBe(0);
    expect(server.asked).toHaveLength(6 + judgeable + calibrating);
    expect(reportOf(again).judged).toEqual(reportOf(first).judged);
    const { run } = reportOf(first);
    const verified = await place.cli('verify', run);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, unchecked: [] });
    const file = path.join(place.folder, 'outputs', 'runs', run, 'verdicts.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"share": 0.25', '"share": 0.5'));
    expect((await place.cli('verify', run)).stdout).toContain('[0].overall.share');
    // Its answers are those of the run without a judge.
    expect((await place.answer(server)).code).toBe(0);
    expect(server.asked).toHaveLength(6 + judgeable + calibrating);
  });

  it('shows the judge question, gold and answer as they are, and nothing else of the run', async () => {
    const [place, server] = [workplace(), await startChatServer({ reply: comparing })];
    await place.judged(server, '--calibrate', 'false');
    const asked = server.asked.filter(isJudging);
    expect(asked.every(({ model }) => model === 'judge')).toBe(true);
    const parts = asked.map((one) => ['question', 'reference', 'answer'].map((tag) => part(one, tag)));
    expect(parts).toContainEqual(['What colour is the kayak?', 'red', 'red']);
    expect(parts).toContainEqual(['When did Mara paddle to the island?', '20 May', 'nothing of the kind']);
    expect(asked.some(({ prompt }) => prompt.includes('I bought a red kayak'))).toBe(false);
  });

  it('prints J with all that qualifies it', async () => {
    const [{ folder, judged }, server] = [workplace(), await startChatServer({ reply: comparing })];
    await judged(server, '--repeats', '2');
    const how =
      '--database dialog --retriever bm25 --top-k 3 --model openai:reader --judge openai:judge --repeats 2';
    const args = ['run', 'judged', '--data', 'data.json', ...how.split(' ')];
    const env = { ...anyKey, OPENAI_BASE_URL: server.baseUrl };
    const { stdout, code } = await runCli(args, { cwd: folder, env });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^category \(questions\) +judged +missing +J \(95 %\) +corrected \(95 %\) +words +rho$/m,
    );
    expect(stdout).toMatch(/^4 single-hop \(3\) +3 +0 +33\.3 \(0\.0–100\.0\) +– +3\.0 +-1\.00$/m);
    expect(stdout).toContain('between 2 repeats: 100.0 % of 4 answers alike');
    expect(stdout).toMatch(/false positives 0\.0 \(0\/80; 95 % 0\.0–4\.6\)/);
    expect(stdout).toContain('Adversarial questions are not judged');
  });

  it('is refused without a judge, and with one that is not known', async () => {
    const place = workplace();
    const nobody = await place.cli('run', 'judged', '--data', 'data.json');
    expect(nobody.code).toBe(2);
    expect(nobody.stderr).toContain('Expected the judge to be named with --judge openai:<model>');
    const unknown = await place.cli('run', 'judged', '--data', 'data.json', '--judge', 'extractive');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('Known: openai:<model>');
  });
});

it('names the flag of the judge where its model refuses a setting', { timeout: 60_000 }, async () => {
  const place = workplace();
  const error = {
    message: "Unsupported value: 'temperature'",
    param: 'temperature',
    code: 'unsupported_value',
  };
  const server = await startChatServer({
    reply: comparing,
    fault: (asked) => (isJudging(asked) ? { status: 400, body: { error } } : undefined),
  });
  const refused = await place.judged(server, '--calibrate', 'false');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('add --judge-temperature none');
});

describe('a run that is judged again', { timeout: 180_000 }, () => {
  it('is not answered again, whatever is asked of whom', async () => {
    const [place, server] = [workplace(), await startChatServer({ reply: comparing })];
    const { run } = reportOf(await place.answer(server));
    const prompts = path.join(place.folder, 'prompts');
    cpSync(path.join(packageRoot, 'prompts'), prompts, { recursive: true });
    const rubric = path.join(prompts, 'judge-strict.md');
    writeFileSync(rubric, `Be stern.\n\n${readFileSync(rubric, 'utf8')}`);
    const changes: readonly (readonly [what: string, asked: number, ...flags: string[]])[] = [
      ['nothing was judged before', judgeable],
      ['nothing', 0],
      ['three repeats, one of which is there', 2 * judgeable, '--repeats', '3'],
      ['the calibration set', calibrating, '--calibrate', 'true'],
      ['the prompt of the rubric', judgeable, '--prompts', prompts],
      ['the prompt of another rubric', judgeable, '--prompts', prompts, '--rubric', 'lenient'],
      ['the other rubric as it ships, in the same words', 0, '--rubric', 'lenient'],
      ['the judge', judgeable, '--judge', 'openai:another'],
      ['the temperature', judgeable, '--judge-temperature', '0.7'],
      ['only the concurrency', 0, '--concurrency', '1'],
    ];
    for (const [what, count, ...flags] of changes) {
      const judge = await startChatServer({ reply: comparing });
      const ended = await place.rejudge(judge, run, '--calibrate', 'false', ...flags);
      expect(ended.code, `${what}: ${ended.stderr}`).toBe(0);
      expect(judge.asked, what).toHaveLength(count);
      expect(judge.asked.every(isJudging), what).toBe(true);
      expect(rejudgedOf(ended), what).toMatchObject({ rejudges: run, status: 'complete' });
      expect(rejudgedOf(ended).judged[0]?.overall.share, what).toBe(0.25);
    }
    expect(server.asked).toHaveLength(6);
    // What was judged is kept by gc, and needs neither the data file nor the folder of the run.
    expect((await place.cli('gc')).code).toBe(0);
    const kept = await startChatServer({ reply: comparing });
    expect((await place.rejudge(kept, path.join('outputs', 'runs', run), '--calibrate', 'false')).code).toBe(
      0,
    );
    expect(kept.asked).toHaveLength(0);
  });

  it('is verified from its verdicts, and made again by the command that is printed', async () => {
    const [place, server] = [workplace(), await startChatServer({ reply: comparing })];
    const { run } = reportOf(await place.answer(server));
    const flags = ['--judge', 'openai:judge,openai:another', '--repeats', '2'];
    const { run: id } = rejudgedOf(await place.rejudge(server, run, ...flags));
    const verified = await place.cli('verify', id);
    expect(verified.code, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, differences: [], unchecked: [] });
    const { command } = JSON.parse((await place.cli('reproduce', id)).stdout);
    const words: string[] = command.split(' ').slice(1);
    expect(words.slice(0, 2)).toEqual(['rejudge', run]);
    const before = server.asked.length;
    expect(rejudgedOf(await place.cli(...words)).run).toBe(id);
    expect(server.asked).toHaveLength(before);
    // An average that is nobody's is found, and so is a verdict that the store does not hold.
    const file = path.join(place.folder, 'outputs', 'runs', id, 'verdicts.json');
    const written: Rejudged['judged'] = JSON.parse(readFileSync(file, 'utf8'));
    const [first] = written;
    if (first === undefined) throw new Error('no judge');
    const forged = [{ ...first, overall: { ...first.overall, share: 0.75 } }, ...written.slice(1)];
    writeFileSync(file, JSON.stringify(forged));
    const refused = await place.cli('verify', id);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('overall.share');
  });

  it('tells how far judges agree', async () => {
    const place = workplace();
    const server = await startChatServer({
      reply: (asked) => (asked.model === 'generous' ? 'CORRECT' : comparing(asked)),
    });
    const { run } = reportOf(await place.answer(server));
    const ended = await place.rejudge(server, run, '--judge', 'openai:judge,openai:generous');
    expect(ended.code, ended.stderr).toBe(0);
    const { judged, between } = rejudgedOf(ended);
    expect(judged.map(({ overall }) => overall.share)).toEqual([0.25, 1]);
    expect(between).toMatchObject({ raw: 0.25, kappa: 0 });
    expect(judged[1]?.calibration?.falsePositivesByKind.vague).toMatchObject({ count: 40, of: 40 });
  });

  it('leaves an unreadable verdict out, told and asked for again', async () => {
    const [place, reader] = [workplace(), await startChatServer({ reply: comparing })];
    const { run } = reportOf(await place.answer(reader));
    const mumbling = await startChatServer({
      reply: (asked) => (unclear(asked) ? 'That is hard to say.' : comparing(asked)),
    });
    const failed = await place.rejudge(mumbling, run, '--calibrate', 'false');
    expect(failed.code, failed.stderr).toBe(1);
    const { status, judged, calls } = rejudgedOf(failed);
    expect(status).toBe('incomplete');
    expect(judged[0]?.overall).toMatchObject({
      questions: 4,
      judged: 3,
      unparsed: 1,
      failed: 0,
      share: 1 / 3,
    });
    expect(calls.model).toBe(5);
    const asked = mumbling.asked.filter(unclear);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.prompt).toContain('That is hard to say.\nGive your verdict');
    expect(judged[0]?.answers.flatMap(({ reasons }) => reasons)).toContain(
      'unparsed verdict, asked twice: "That is hard to say."',
    );
    expect(failed.stderr).toMatch(/To try the rest again:\n {2}pipeline rejudge rag-dialog-/);

    // A judge that comes to the point when it is reminded.
    const slow = await startChatServer({
      reply: (one) => (one.prompt.includes('Give your verdict') ? 'Verdict: **wrong**' : 'Hm.'),
    });
    const resumed = await place.rejudge(slow, run, '--calibrate', 'false');
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(slow.asked).toHaveLength(2);
    expect(slow.asked.every(unclear)).toBe(true);
    expect(rejudgedOf(resumed).judged[0]?.overall).toMatchObject({ judged: 4, unparsed: 0, share: 0.25 });
  });

  it('waits for a busy server, and counts a call that fails apart from a wrong answer', async () => {
    const [place, reader] = [workplace(), await startChatServer({ reply: comparing })];
    const { run } = reportOf(await place.answer(reader));
    const busy = await startChatServer({
      reply: comparing,
      fault: (asked) => {
        if (asked.nth <= 2)
          return { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'slow down' } } };
        if (!unclear(asked)) return undefined;
        return { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } };
      },
    });
    const ended = await place.rejudge(busy, run, '--calibrate', 'false');
    expect(ended.code, ended.stderr).toBe(1);
    expect(rejudgedOf(ended).judged[0]?.overall).toMatchObject({ judged: 3, unparsed: 0, failed: 1 });
    const healthy = await startChatServer({ reply: comparing });
    expect((await place.rejudge(healthy, run, '--calibrate', 'false')).code).toBe(0);
    expect(healthy.asked).toHaveLength(1);
  });

  it('keeps questions unanswered that the run did not answer', async () => {
    const place = workplace();
    const failing = await startChatServer({
      reply: comparing,
      fault: ({ prompt }) =>
        prompt.includes('Where does the choir sing?')
          ? { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } }
          : undefined,
    });
    const answered = await place.answer(failing);
    expect(answered.code).toBe(1);
    const judge = await startChatServer({ reply: comparing });
    const ended = await place.rejudge(judge, reportOf(answered).run, '--calibrate', 'false');
    expect(ended.code, ended.stderr).toBe(0);
    expect(judge.asked).toHaveLength(3);
    expect(rejudgedOf(ended).judged[0]?.overall).toMatchObject({ questions: 4, judged: 3, notJudged: 1 });
    expect(rejudgedOf(ended).judged[0]?.answers.flatMap(({ reasons }) => reasons)).toContain('not answered');
  });

  it('is refused where there is no such run', async () => {
    const [place, server] = [workplace(), await startChatServer({ reply: comparing })];
    const { run } = reportOf(await place.answer(server));
    const ended = await place.rejudge(server, run.replace('rag', 'rug'));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`Did you mean ${run}?`);
  });
});
