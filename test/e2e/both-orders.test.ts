import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer } from '../../stages/answer.ts';
import { startChatServer, type Asked, type ChatServerScript } from '../support/chat-server.ts';
import { anyKey, expectSameItems, paidRun, questionsAsked } from '../support/paid-run.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const adversarial = ['What did Mara bake?', 'Who conducts the choir?'];
const alwaysFirst: ChatServerScript = { reply: () => '(a)' };

/** A folder with six questions, two of which offer two options, and a way to ask a model of its own script. */
function place() {
  const cwd = temporaryFolder();
  const data = writeData(path.join(cwd, 'data.json'), twoConversations());
  const command = (...words: string[]): Promise<CliResult> => runCli(words, { cwd, env: anyKey });
  return {
    command,
    data,
    async ask(script: ChatServerScript, ...flags: string[]) {
      const { baseUrl, asked } = await startChatServer(script);
      const ended = await command(...paidRun(data, baseUrl, 'outputs', '--json', ...flags));
      return { ended, asked, report: reportOf(ended) };
    },
  };
}

/** The options of a prompt in the order shown; undefined where it offers none. */
function optionsIn({ prompt }: Asked): string | undefined {
  return /^\(a\) .*\n\(b\) .*$/m.exec(prompt)?.[0];
}

describe('both orders of the options', () => {
  it('ask for what no run has asked for, and share the rest', { timeout: 120_000 }, async () => {
    const { ask } = place();
    const seeded = await ask(alwaysFirst);
    expect(seeded.asked).toHaveLength(6);
    const both = await ask(alwaysFirst, '--options', 'both');
    expectSameItems(questionsAsked(both.asked), adversarial);
    const orders = [...seeded.asked, ...both.asked].flatMap((each) => optionsIn(each) ?? []);
    expect(new Set(orders).size).toBe(4);
    // What is scored is the answer to the seeded order.
    expect(both.report.run).not.toBe(seeded.report.run);
    expect(both.report.results).toEqual(seeded.report.results);
    expect(both.report.scores).toEqual(seeded.report.scores);

    expect((await ask(alwaysFirst, '--options', 'both')).asked).toEqual([]);
    const again = await ask(alwaysFirst, '--options', 'seeded');
    expect(again.asked).toEqual([]);
    expect(again.report.run).toBe(seeded.report.run);
    // Another seed draws one of the pairs the other way round: that order has been asked.
    const redrawn = await ask(alwaysFirst, '--set', 'answers.seed=4');
    expect(redrawn.asked).toEqual([]);
    expect(redrawn.report.results).not.toEqual(seeded.report.results);
  });

  it('show a model that goes by place, in a run that can be verified', { timeout: 120_000 }, async () => {
    const { ask, command } = place();
    const { report } = await ask(alwaysFirst, '--options', 'both');
    const diagnosed = await command('diagnose', report.run, '--json');
    expect(JSON.parse(diagnosed.stdout).bothOrders).toMatchObject({
      questions: 2,
      unpaired: 0,
      consistentlyRight: { count: 0, of: 2 },
      consistentlyTrapped: { count: 0, of: 2 },
      positionDriven: { count: 2, of: 2 },
      noChoice: { count: 0, of: 2 },
      choseFirst: { count: 4, of: 4 },
    });
    const { stdout } = await command('diagnose', report.run);
    expect(stdout).toMatch(/^ {2}position-driven +100\.0 .* 2$/m);
    const verified = await command('verify', report.run);
    expect(verified.code, verified.stdout).toBe(0);
    const { stdout: words } = await command('reproduce', report.run);
    expect(words).toContain('--options both');
  });

  it('show a model that goes by what options say', { timeout: 120_000 }, async () => {
    const { ask, command } = place();
    const { report } = await ask({ reply: () => 'Not mentioned in the conversation' }, '--options', 'both');
    const { stdout } = await command('diagnose', report.run, '--json');
    expect(JSON.parse(stdout).bothOrders).toMatchObject({
      consistentlyRight: { count: 2, of: 2 },
      positionDriven: { count: 0, of: 2 },
      choseFirst: { count: 2, of: 4 },
    });
  });

  it('keep the one that was paid for where the other fails', { timeout: 120_000 }, async () => {
    const { ask, command } = place();
    const seeded = await place().ask(alwaysFirst);
    const known = new Set(seeded.asked.map(({ prompt }) => prompt));
    const refuse: ChatServerScript = {
      ...alwaysFirst,
      fault: ({ prompt }) =>
        known.has(prompt) ? undefined : { status: 400, body: { error: { message: 'not this one' } } },
    };
    const failed = await ask(refuse, '--options', 'both');
    expect(failed.ended.code).toBe(1);
    expect(failed.asked).toHaveLength(8);
    expect(failed.report.results).toEqual(seeded.report.results);
    const { stdout } = await command('diagnose', failed.report.run, '--json');
    expect(JSON.parse(stdout).bothOrders).toMatchObject({ questions: 0, unpaired: 2 });
    const resumed = await ask(alwaysFirst, '--options', 'both');
    expect(resumed.ended.code, resumed.ended.stderr).toBe(0);
    expectSameItems(questionsAsked(resumed.asked), adversarial);
  });

  it('leave a judge with the answer that is scored', { timeout: 60_000 }, async () => {
    const { ask, command, data } = place();
    const scored = (await ask(alwaysFirst)).report.results.map(({ prediction }) => prediction);
    const { baseUrl } = await startChatServer(alwaysFirst);
    const asks = ['--data', data, '--database', 'dialog', '--retriever', 'bm25', '--model', 'openai:any'];
    const judges = ['--judge', 'openai:any', '--judge-base-url', baseUrl, '--calibrate', 'false'];
    const places = ['--base-url', baseUrl, '--options', 'both', '--json'];
    const { judged } = reportOf(await command('run', 'judged', ...asks, ...judges, ...places));
    expect(judged?.[0]?.answers.map(({ prediction }) => prediction)).toEqual(scored);
  });

  it('are asked of the extractive reader, too, which does not go by place', { timeout: 60_000 }, async () => {
    const { ask, command } = place();
    const { report, asked } = await ask(alwaysFirst, '--model', 'extractive', '--options', 'both');
    expect(asked).toEqual([]);
    expect(report.steps.find(({ step }) => step === 'answers')).toMatchObject({ items: 8, failed: 0 });
    const { stdout } = await command('diagnose', report.run, '--json');
    expect(JSON.parse(stdout).bothOrders).toMatchObject({
      questions: 2,
      positionDriven: { count: 0, of: 2 },
    });
  });
});

/** The settings of an answer that reach its key. */
function inKey(given: object): object {
  const parsed = Object.entries(answer.settings.parse({ model: 'extractive', topK: 10, ...given }));
  return Object.fromEntries(parsed.filter(([name]) => !answer.keyless?.some((each) => each === name)));
}

it('the seeded order alone is in no key, so that a store from before there was a choice is used', () => {
  const before = { model: 'extractive', topK: 10, seed: 0, temperature: 0, maxTokens: 512, modelTag: '' };
  expect(answer.version).toBe(1);
  expect(inKey({})).toStrictEqual(before);
  expect(inKey({ options: 'seeded' })).toStrictEqual(before);
  expect(inKey({ options: 'both' })).toStrictEqual({ ...before, options: 'both' });
});

it('another word for the orders is refused', async () => {
  const { code, stderr } = await place().command('run', 'rag-dialog', '--options', 'all');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^pipeline: --options: /m);
  expect(stderr).toContain('Known: seeded, both.');
});
